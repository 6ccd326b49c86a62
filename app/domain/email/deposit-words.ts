import { formatMoney } from "~/lib/money";
import { textsOf } from "./texts";

/**
 * "€20.00 now, €60.00 at your visit", in the guest's language. `is_request`: the deposit is asked
 * for once the booking is confirmed; `is_online`: guest and company don't meet.
 */
export function depositWords(
  { now, total, currency }: { now: number; total: number; currency: string },
  { is_request, is_online }: { is_request: boolean; is_online: boolean },
  locale: string,
): string {
  const { visit, later, approval_visit, approval_later } = textsOf(locale).deposit;
  const text = is_request
    ? is_online
      ? approval_later
      : approval_visit
    : is_online
      ? later
      : visit;
  return text
    .replace("{{now}}", () => formatMoney(now, currency, locale))
    .replace("{{later}}", () => formatMoney(total - now, currency, locale));
}
