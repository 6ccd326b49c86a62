import sql, { raw, type Sql as Part } from "sql-template-tag";

const DIGITS = 9;
/** A shorter number is an extension or a mistake. */
const FEWEST = 7;

/**
 * Equal for the same phone number with and without its country code, which people leave out; null
 * for a text that is too short to be a number.
 */
export function phoneKey(phone: string | null | undefined): string | null {
  const digits = phone?.replace(/\D/g, "").slice(-DIGITS) ?? "";
  return digits.length >= FEWEST ? digits : null;
}

/** The same of a customer's row, as indexed by customer_phone_digits. */
export const phoneKeyOf = (alias: string): Part =>
  sql`right(regexp_replace(${raw(`${alias}.phone`)}, '\\D', '', 'g'), 9)`;
