import { money } from "../shared/format";
import type { StepProps } from "../shared/props";
import { fill } from "../shared/texts";
import type { Booking, Slot } from "../wire";

/**
 * How a booking without a checkout is paid: "Free", "Pay at Studio Linden", or the price alone if
 * guest and company don't meet. Empty without a price. `amount`: minor units, for the whole party.
 */
export function dueWords(
  props: StepProps,
  moment: Slot | Booking,
  amount: number | null,
  currency: string | null,
): string {
  const { services, config, locale, t } = props;
  if (amount === null) return "";
  if (amount === 0) return t.free;
  return services.isAtPlace(props, moment)
    ? fill(t.pay_on_site, { tenant: config.tenant.name })
    : money(amount, currency ?? config.tenant.currency, locale);
}

/** "€20.00 now, €60.00 at your visit": a deposit of the total, and the rest. */
export function depositWords(
  props: StepProps,
  moment: Slot | Booking,
  { now, total }: { now: number; total: number },
  is_request = false,
): string {
  const { config, locale, t } = props;
  const amount = money(now, moment.currency ?? config.tenant.currency, locale);
  const first = fill(is_request ? t.deposit_confirmed : t.deposit_now, { amount });
  const list = new Intl.ListFormat(locale, { type: "unit", style: "short" });
  return list.format([first, restWords(props, moment, total - now)]);
}

/** "€60.00 at your visit": what is left after a deposit. */
export function restWords(props: StepProps, moment: Slot | Booking, rest: number): string {
  const { services, config, locale, t } = props;
  const amount = money(rest, moment.currency ?? config.tenant.currency, locale);
  return fill(services.isAtPlace(props, moment) ? t.deposit_visit : t.deposit_later, { amount });
}
