import type { Booking } from "~/contract/bookings";
import type { BookingFee } from "~/contract/card-on-file";
import { msg, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";

/** A fee as staff see it, and what they may do about it. */
export interface FeeLine {
  kind: BookingFee["kind"];
  /** "No-show fee of €20.00". */
  name: string;
  state: string;
  /** Its amount in minor units, for the form that charges it. */
  amount: number;
  may_charge: boolean;
  may_stop: boolean;
  is_bad: boolean;
}

const NAMES = {
  late_cancellation: msg("Late cancellation fee of {{amount}}"),
  no_show: msg("No-show fee of {{amount}}"),
};

const CHARGE = {
  late_cancellation: msg("Charge late cancellation fee {{amount}}"),
  no_show: msg("Charge no-show fee {{amount}}"),
};

/** The button that charges a fee. */
const chargeLabel = ({ kind, amount, currency }: BookingFee, locale: string): string =>
  t(CHARGE[kind], { amount: formatMoney(amount, currency, locale) });

/** The fees of a booking. `now`: epoch ms. */
export const feeLines = (
  { fees, ends_at }: Pick<Booking, "fees" | "ends_at">,
  locale: string,
  moment: (instant: string) => string,
  now: number,
): (FeeLine & { charge: string })[] => {
  const isOver = now > Date.parse(ends_at) + CHARGE_DAYS * 86_400_000;
  return fees.map((fee) => {
    const { kind, amount, currency, status } = fee;
    const isOpen = status === "offered" || status === "scheduled" || status === "stopped";
    return {
      kind,
      name: t(NAMES[kind], { amount: formatMoney(amount, currency, locale) }),
      charge: chargeLabel(fee, locale),
      state: stateOf(fee, locale, moment, isOver),
      amount,
      may_charge: isOpen && !isOver,
      may_stop: status === "scheduled",
      is_bad: status === "unpaid",
    };
  });
};

const CHARGE_DAYS = 14;

function stateOf(
  { status, charge_at, refunded_amount, currency }: BookingFee,
  locale: string,
  moment: (instant: string) => string,
  isOver: boolean,
): string {
  if (status === "scheduled" && charge_at !== null)
    return t("Charged {{when}} unless you stop it", { when: moment(charge_at) });
  if (status === "charging") return t("Being charged");
  if (status === "unpaid") return t("Card refused, payment link sent");
  if (status === "stopped") return t("Not charged");
  if (status === "offered") return isOver ? t("Not charged") : t("Not charged yet");
  return refunded_amount > 0
    ? t("Charged, {{amount}} refunded", { amount: formatMoney(refunded_amount, currency, locale) })
    : t("Charged");
}
