import type { Address } from "~/contract/tenant";

export const NO_ADDRESS: Address = {
  line1: null,
  line2: null,
  postal_code: null,
  city: null,
  region: null,
  country: null,
};
