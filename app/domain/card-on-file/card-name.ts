import type { KeptCard } from "~/contract/card-on-file";
import type { z } from "zod";

/** Names of the provider's brands; others are shown as the provider spells them. */
const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  discover: "Discover",
  eftpos_au: "Eftpos",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  visa: "Visa",
};

/** "Visa •••• 4242" */
export const cardName = ({
  brand,
  last4,
}: Pick<z.infer<typeof KeptCard>, "brand" | "last4">): string =>
  `${BRANDS[brand] ?? brand} •••• ${last4}`;
