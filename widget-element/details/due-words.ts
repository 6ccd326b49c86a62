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
