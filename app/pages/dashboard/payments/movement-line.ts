import type { MethodTotals, MoneyTotals, Movement } from "~/domain/payments/movements";
import { referenceOf } from "~/domain/bookings/read/booking-reference";
import { plural, t } from "~/i18n/text";
import { formatMoney } from "~/lib/money";
import type { IconName } from "~/ui/icon";
import type { Tone } from "~/ui/kit/badge";
import { methodWords, movementWords } from "./movement-words";

/** Of an amount that is not known, or has not moved. */
const NOTHING = "–";

export interface MovementLine {
  id: string;
  booking_id: string;
  day: string;
  name: string;
  reference: string;
  service: string;
  method: string;
  amount: string;
  fee: string;
  net: string;
  status: { label: string; tone: Tone; icon: IconName; note: string | null };
  receipt_url: string | null;
  is_test: boolean;
}

export function movementLine(
  movement: Movement,
  locale: string,
  day: (instant: string) => string,
): MovementLine {
  const { id, booking_id, at, amount, fee, net, currency, respond_by } = movement;
  const money = (part: number | null) =>
    part === null ? NOTHING : formatMoney(part, currency, locale);
  const { label, tone, icon } = movementWords(movement);
  return {
    id,
    booking_id,
    day: day(at.toISOString()),
    name: movement.customer_name,
    reference: referenceOf(movement.reference),
    service: movement.service_name,
    method: methodWords(movement.method),
    amount: money(amount),
    fee: fee === 0 ? NOTHING : money(fee),
    net: money(net),
    status: {
      label: t(label),
      tone,
      icon,
      note:
        respond_by === null
          ? null
          : t("Respond by {{day}}", { day: day(respond_by.toISOString()) }),
    },
    receipt_url: movement.receipt_url,
    is_test: !movement.livemode,
  };
}

interface Figure {
  label: string;
  value: string;
  note: string | null;
}

export interface TotalsLine {
  currency: string;
  figures: Figure[];
  /** Collected by method; empty if there is only one. */
  methods: Figure[];
}

/** The figures of a month, one line for each currency; zeros in the company's if nothing moved. */
export function totalsLines(
  totals: readonly MoneyTotals[],
  currency: string,
  locale: string,
): TotalsLine[] {
  const none: MoneyTotals = {
    currency,
    collected: 0,
    refunded: 0,
    fees: 0,
    unknown_fees: 0,
    net: 0,
    due: 0,
    due_bookings: 0,
    methods: [],
  };
  return (totals.length === 0 ? [none] : totals).map((one) => {
    const money = (amount: number) => formatMoney(amount, one.currency, locale);
    const figure = (label: string, amount: number, note: string | null = null): Figure => ({
      label,
      value: money(amount),
      note,
    });
    const unknown = one.unknown_fees;
    const due = one.due_bookings;
    return {
      currency: one.currency,
      figures: [
        figure(t("Collected"), one.collected),
        figure(t("Refunded"), one.refunded),
        figure(
          t("Fees"),
          one.fees,
          unknown === 0 ? null : t("{{figure}} not reported", { figure: String(unknown) }),
        ),
        figure(t("Net"), one.net),
        figure(
          t("Due"),
          one.due,
          due === 0 ? null : plural(due, "{{count}} booking", "{{count}} bookings"),
        ),
      ],
      methods: byMethod(one.methods).map(({ label, collected, refunded }) =>
        figure(
          label,
          collected,
          refunded === 0 ? null : t("{{amount}} refunded", { amount: money(refunded) }),
        ),
      ),
    };
  });
}

/** Methods with the same name as one, unless that is the only one. */
function byMethod(
  methods: readonly MethodTotals[],
): { label: string; collected: number; refunded: number }[] {
  const found = new Map<string, { label: string; collected: number; refunded: number }>();
  for (const { method, collected, refunded } of methods) {
    const label = methodWords(method);
    const known = found.get(label) ?? { label, collected: 0, refunded: 0 };
    known.collected += collected;
    known.refunded += refunded;
    found.set(label, known);
  }
  return found.size < 2 ? [] : [...found.values()];
}
