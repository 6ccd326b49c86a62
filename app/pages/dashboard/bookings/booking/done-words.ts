import type { OfflineMethod } from "~/contract/fields";
import type { Booking } from "~/contract/bookings";
import { allowedStatuses, type Mover } from "~/domain/bookings/change/booking-status";
import type { BookingForm } from "~/ui/booking/booking-forms";
import type { GuestMail } from "~/domain/email/guest-mail";
import { plural, t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { formatMoney } from "~/lib/money";
import { type Calendar, describeBookings } from "~/ui/booking/booking-lines";
import { bookingStatuses } from "~/ui/booking/status-badge";
import { guestMailWords } from "../guest-mail-words";
import type { ChangedBooking } from "./change-booking.server";

/** The event whose email the guest may receive; null for none. */
export function mailedEvent(
  form: BookingForm,
  { before, after, cancelled, moved }: ChangedBooking,
): string | null {
  if (before.version === after.version || moved !== undefined) return null;
  if (form.intent === "cancel") return cancelled === undefined ? "booking.cancelled" : null;
  if (form.intent === "move") return "booking.moved";
  if (form.intent === "room") return form.notify ? "booking.updated" : null;
  if (form.intent !== "status" || before.status === after.status) return null;
  if (after.status === "pending") return "booking.approved";
  return after.status === "confirmed" || after.status === "paid" || after.status === "cancelled"
    ? `booking.${after.status}`
    : null;
}

/** Message after a form of the booking page. `mail`: status of the email for mailedEvent. */
export function doneWords(
  form: BookingForm,
  done: ChangedBooking,
  mail: GuestMail | null,
  calendar: Calendar,
): string {
  const guest = isolate(done.after.customer.name);
  const message = wordsOf(form, done, mail, guest, calendar);
  return mail === null ? message : `${message} ${guestMailWords(mail, guest)}`;
}

function wordsOf(
  form: BookingForm,
  { before, after, refund, cancelled, moved }: ChangedBooking,
  mail: GuestMail | null,
  guest: string,
  calendar: Calendar,
): string {
  const amount =
    refund === null ? "" : formatMoney(refund.amount, refund.currency, calendar.locale);
  const write = (minor: number) => formatMoney(minor, after.currency ?? "EUR", calendar.locale);
  /** Change in cash owed to the guest; negative when it was handed back. */
  const cash = after.owed_amount - before.owed_amount;
  switch (form.intent) {
    case "hand_back":
      return t("{{guest}} has {{amount}} back.", { guest, amount: write(-cash) });
    case "refund":
      return cash > 0
        ? t("Hand back {{amount}} to {{guest}}, then confirm it in the booking.", { amount, guest })
        : t("Refund of {{amount}} to {{guest}} is on its way.", { amount, guest });
    case "fee":
      return form.decision === "charge"
        ? t("The card of {{guest}} is being charged.", { guest })
        : t("{{guest}} won’t be charged.", { guest });
    case "write_off":
      return t("Settled the balance of {{guest}} without payment.", { guest });
    case "edit":
      return t("Saved the booking of {{guest}}.", { guest });
    case "room": {
      const room = after.needs.find(({ no }) => no === form.no)?.name ?? "";
      return t("Changed {{guest}} to {{room}}.", { guest, room: isolate(room) });
    }
    case "arrived":
      return form.arrived
        ? t("{{guest}} has arrived.", { guest })
        : t("{{guest}} hasn’t arrived yet.", { guest });
    case "cancel":
      if (cancelled !== undefined) {
        const dates =
          before.visit === null
            ? plural(
                cancelled,
                "Cancelled {{count}} date of {{guest}}.",
                "Cancelled {{count}} dates of {{guest}}.",
                { guest },
              )
            : plural(
                cancelled,
                "Cancelled {{count}} service of {{guest}}.",
                "Cancelled {{count}} services of {{guest}}.",
                { guest },
              );
        return amount === "" ? dates : `${dates} ${t("Refund: {{amount}}.", { amount })}`;
      }
      if (refund !== null && cash > 0)
        return cash === refund.amount
          ? t("Cancelled {{guest}}. Hand back {{amount}}.", { guest, amount })
          : t("Cancelled {{guest}}. Refund: {{amount}}, of which you hand back {{cash}}.", {
              guest,
              amount,
              cash: write(cash),
            });
      return amount === ""
        ? t("Cancelled {{guest}}.", { guest })
        : t("Cancelled {{guest}}. Refund: {{amount}}.", { guest, amount });
    case "move": {
      if (moved !== undefined)
        return before.visit === null
          ? movedWords(moved, guest)
          : t("Moved the visit of {{guest}}.", { guest });
      if (before.version === after.version) return t("{{guest}} already has this time.", { guest });
      // one booking in, one line out
      const { day, time, resource } = describeBookings([after], [], calendar)[0]!;
      return t("Moved {{guest}} to {{day}}, {{time}}, {{resource}}.", {
        guest,
        day,
        time,
        resource: isolate(resource),
      });
    }
    case "status":
      if (after.status === "pending" && after.pending_reason === "payment")
        return mail === "sent"
          ? t("Approved and asked for payment.")
          : t("Approved. Send the payment link from the booking.");
      if (form.payment_method === "offline") return paidWords(form.offline_method, guest);
      return t("{{guest}}: {{status}}.", { guest, status: t(bookingStatuses[after.status].label) });
  }
}

function paidWords(method: OfflineMethod | undefined, guest: string): string {
  if (method === "cash") return t("{{guest}} paid in cash.", { guest });
  if (method === "card_terminal") return t("{{guest}} paid by card.", { guest });
  return method === "bank_transfer"
    ? t("{{guest}} paid by bank transfer.", { guest })
    : t("{{guest}} paid at the desk.", { guest });
}

/** "Moved 3 dates of Anna. 1 date stays at its time." */
function movedWords(
  { count, stayed }: NonNullable<ChangedBooking["moved"]>,
  guest: string,
): string {
  const moved = plural(
    count,
    "Moved {{count}} date of {{guest}}.",
    "Moved {{count}} dates of {{guest}}.",
    { guest },
  );
  if (stayed === 0) return moved;
  const rest = plural(
    stayed,
    "{{count}} date stays at its time.",
    "{{count}} dates stay at their times.",
  );
  return `${moved} ${rest}`;
}

/** Fields of the undo form; null if it can't be undone. */
export function undoFields(
  form: BookingForm,
  done: ChangedBooking,
  mover: Mover,
): Record<string, string> | null {
  const { before, after, moved } = done;
  if (before.version === after.version || moved !== undefined) return null;
  const version = String(after.version);
  if (form.intent === "status")
    return allowedStatuses(after.status, mover).includes(before.status) && before.status !== "paid"
      ? { intent: "status", status: before.status, version }
      : null;
  if (form.intent === "arrived")
    return { intent: "arrived", version, ...(!form.arrived && { arrived: "on" }) };
  if (form.intent === "room") {
    const need = before.needs.find(({ no }) => no === form.no);
    if (need === undefined) return null;
    const room = { no: String(form.no), resource_id: need.resource_id };
    return { intent: "room", version, ...room, ...(form.notify && { notify: "on" }) };
  }
  if (form.intent === "edit") return isMoved(done) ? null : { ...editFields(before), version };
  if (form.intent !== "move") return null;
  const fields: Record<string, string> = {
    version,
    expected_amount: String(before.price_amount ?? 0),
    ...(before.price_amount !== after.price_amount && { reprice: "on" }),
    ...(form.notify && { notify: "on" }),
  };
  if (before.slot_id !== null) return { intent: "move", slot_id: before.slot_id, ...fields };
  const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000;
  const place = {
    resource_id: before.resource_id,
    starts_at: before.starts_at,
    duration_minutes: String(minutes),
  };
  return { intent: "move", ...place, ...fields };
}

const isMoved = ({ before, after }: ChangedBooking) => before.party_size !== after.party_size;

function editFields({
  customer: { name, email, phone },
  party_size,
  notes,
}: Booking): Record<string, string> {
  return {
    intent: "edit",
    name,
    party_size: String(party_size),
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(notes !== null && { notes }),
  };
}
