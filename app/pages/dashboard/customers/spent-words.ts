import type { CustomerSpent } from "~/domain/customers/customer-spent.sql.server";
import { formatMoney } from "~/lib/money";

/** An amount per currency, such as "€120.00 · £18.00"; "" if the customer has paid nothing. */
export const spentWords = (
  spent: readonly CustomerSpent[],
  customerId: string,
  locale: string,
): string =>
  spent
    .filter(({ customer_id }) => customer_id === customerId)
    .map(({ currency, amount }) => formatMoney(amount, currency, locale))
    .join(" · ");
