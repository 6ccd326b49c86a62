import { previewRefund } from "~/domain/bookings/change/refund-preview";
import { t } from "~/i18n/text";
import { readPrice } from "~/ui/form/price";
import { formatMoney } from "~/lib/money";

const UNIT_HOURS: Record<string, number> = { minutes: 1 / 60, hours: 1, days: 24 };
const HOUR_MS = 3_600_000;

/**
 * The refund of an example cancellation under the form's policy, as a sentence; null while a number
 * is missing. `text` reads a form field by name, so browser and server share the logic.
 */
export function policyExample(
  text: (name: string) => string,
  rows: number,
  money: { currency: string; locale: string },
): string | null {
  const captured = readPrice(text("example_price"), money.currency);
  const [hours, window] = [read(text("example_hours")), read(text("cancel_window.amount"))];
  if (captured == null || hours === null || window === null) return null;
  const cancel_window_minutes = window * (UNIT_HOURS[text("cancel_window.unit")] ?? 1) * 60;
  const refund_tiers = text("refunds") === "steps" ? readTiers(text, rows) : null;
  const preview = previewRefund(
    { refund_tiers, cancel_window_minutes },
    {
      starts_at: new Date(hours * HOUR_MS),
      refund_starts_at: null,
      price_amount: captured,
      written_off_amount: 0,
    },
    { captured, refunded: 0, lost: 0, on_way: 0, owed: 0, refundable: captured },
    0,
  );
  const write = (amount: number) => formatMoney(amount, money.currency, money.locale);
  const values = { hours, refund: write(preview.refund_amount), paid: write(captured) };
  return preview.inside_window
    ? t("Cancelled {{hours}} h before: {{refund}} of {{paid}} refunded.", values)
    : t(
        "Cancelled {{hours}} h before: {{refund}} of {{paid}} refunded. Only you can cancel that late, not the guest.",
        values,
      );
}

function readTiers(text: (name: string) => string, rows: number) {
  return Array.from({ length: rows }, (_, index) => ({
    hours_before: read(text(`tiers[${index}].hours_before`)),
    refund_pct: read(text(`tiers[${index}].refund_pct`)) ?? 0,
  })).flatMap(({ hours_before, refund_pct }) =>
    hours_before === null ? [] : [{ hours_before, refund_pct }],
  );
}

function read(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(number) || number < 0 ? null : number;
}
