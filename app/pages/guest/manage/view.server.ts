import { data } from "@remix-run/node";
import { dueOf } from "~/domain/bookings/read/balance";
import { bookingLocation } from "~/domain/bookings/read/booking-location.server";
import { isTestBooking } from "~/domain/bookings/read/booking-row";
import { zonesOfRow } from "~/domain/bookings/read/booking-time";
import { isDeclined } from "~/domain/bookings/read/is-declined.sql.server";
import { minutesOf } from "~/domain/bookings/change/move-booking.server";
import type { FreeTimes } from "~/domain/guest-page/free-times";
import { readFreeTimes } from "~/domain/guest-page/free-times.server";
import {
  type GuestBooking,
  toGuestBooking,
  toGuestTenant,
} from "~/domain/guest-page/guest-booking";
import type { GuestMoney } from "~/domain/guest-page/guest-money";
import { readGuestMoney } from "~/domain/guest-page/guest-money.sql.server";
import { whyDueUnpayable } from "~/domain/payments/payable.server";
import { secretPageHeaders } from "~/http/guest-headers.server";
import { isPaymentTest } from "~/lib/payment-test.server";
import { type Frame, guestStyle, type Note } from "~/ui/guest-page/guest-layout";
import { chooseLocale } from "~/ui/guest-page/manage-language";
import type { GuestView } from "./load.server";
import type { MoveOffer, PresentTerms } from "./move-question";

/** The step that the page shows. */
type Step =
  | { step: "missing" }
  | {
      step: "booking";
      booking: GuestBooking;
      money: GuestMoney;
      note: Note | null;
      next: string | null;
    }
  | { step: "cancel"; booking: GuestBooking; note: Note | null }
  | { step: "move"; booking: GuestBooking; times: FreeTimes; note: Note | null }
  | { step: "question"; booking: GuestBooking; present: PresentTerms; offer: MoveOffer };

export type ManagePageData = Step & { frame: Frame };

/** The page of a view, with its status and headers. */
export async function showGuest(opened: GuestView) {
  const { locale, status, headers } = opened;
  const frame = { locale, tenant: toGuestTenant(opened.link.tenant), is_test: isPaymentTest() };
  return pageData({ ...(await readStep(opened)), frame }, status, headers);
}

/** For an invalid link. */
export function showMissing(request: Request) {
  const locale = chooseLocale(null, request.headers.get("Accept-Language"), "en");
  return pageData({ step: "missing", frame: { locale, tenant: null, is_test: false } }, 404);
}

/** The requested step; the booking if the step isn't allowed. */
async function readStep(opened: GuestView): Promise<Step> {
  const { locale, path, view, day, note, question, next } = opened;
  const { booking, money, actor, now } = opened.link;
  const { row } = booking;
  const zones = zonesOfRow(row, actor.tenant.time_zone);
  const reading = { locale, time_zone: zones.lead };
  const guest = toGuestBooking(
    row,
    bookingLocation(row),
    money,
    booking.schedule?.name ?? null,
    actor.tenant.policy,
    path,
    { locale, zones, is_declined: await isDeclined(row) },
    now,
  );
  if (view === "cancel" && guest.may_cancel) return { step: "cancel", booking: guest, note };
  if (question !== null && guest.may_move) {
    const present = {
      minutes: minutesOf(row),
      currency: row.currency ?? "EUR",
      time_zone: zones.lead,
    };
    return { step: "question", booking: guest, present, offer: question };
  }
  if (view === "move" && guest.may_move) {
    const times = await readFreeTimes(opened.link, day, reading);
    return { step: "move", booking: guest, times, note };
  }
  // A balance too small for checkout is paid at the desk, and test bookings never take real money.
  const isPayable = isPaymentTest() || !isTestBooking(row);
  const may_pay = guest.may_pay && isPayable && whyDueUnpayable(dueOf(row), row.currency) === null;
  return {
    step: "booking",
    booking: { ...guest, may_pay },
    money: await readGuestMoney(row.tenant_id, row.id, reading),
    note,
    next,
  };
}

function pageData(page: ManagePageData, status: number, headers: Record<string, string> = {}) {
  const own = secretPageHeaders(guestStyle(page.frame.tenant?.accent ?? null));
  return data(page, { status, headers: { ...headers, ...own } });
}
