import { z } from "zod";
import { NewTenant } from "~/contract/auth";

/** What the step's form sends. */
export const Company = z.strictObject({
  name: NewTenant.shape.name,
  owner_name: NewTenant.shape.owner_name,
  time_zone: NewTenant.shape.time_zone,
  currency: NewTenant.shape.currency,
  locale: NewTenant.shape.locale,
});
export type Company = z.output<typeof Company>;
