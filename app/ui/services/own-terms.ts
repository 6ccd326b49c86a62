import { z } from "zod";
import type { Issue } from "~/contract/errors";
import { t } from "~/i18n/text";
import { readPrice } from "../form/price";

// A resource's own length and price within a service, as form fields.

/** An integer or empty: conform only passes text below dynamic names. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .transform((text) => (text.trim() === "" ? undefined : Number(text)))
    .pipe(z.int().min(min).max(max).optional())
    .optional();

export const ownTerms = {
  minutes: wholeNumber(5, 1440),
  price: z.string().max(20).default(""),
};

/** Contract fields and their names in the form. */
export const TERM_FIELDS: Record<string, string> = {
  duration_minutes: "minutes",
  price_amount: "price",
};

/** The typed price in minor units, or what is wrong with it at `path`. */
export function readOwnPrice(
  typed: string,
  currency: string,
  path: string,
): { price_amount: number | null; issues: Issue[] } {
  const price_amount = readPrice(typed, currency);
  if (price_amount !== undefined) return { price_amount, issues: [] };
  const message = t("Use a price such as 25 or 25.50.");
  return { price_amount: null, issues: [{ path, code: "invalid", message }] };
}
