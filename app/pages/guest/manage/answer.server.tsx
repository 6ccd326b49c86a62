import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { bookingLocation } from "~/domain/bookings/booking-location.server";
import { readFreeTimes } from "~/domain/guest-page/free-times.server";
import { toGuestBooking } from "~/domain/guest-page/guest-booking";
import { isTestBooking } from "~/domain/bookings/booking-row";
import { dueOf } from "~/domain/bookings/balance";
import { whyDueUnpayable } from "~/domain/payments/payable.server";
import { readGuestMoney } from "~/domain/guest-page/guest-money.sql.server";
import { isPaymentTest } from "~/lib/payment-test.server";
import { tokenDocument } from "~/http/token-document.server";
import { chooseLocale } from "~/ui/guest-page/manage-language";
import { CancelQuestion, NotFound, Overview, styleOf } from "~/ui/guest-page/manage-page";
import type { GuestView } from "./load.server";
import { MoveChoice } from "./move-page";
import { MoveQuestion } from "./move-question";

/**
 * Renders the document of a view; falls back to the booking if the requested view isn't allowed.
 */
export async function answerGuest(opened: GuestView): Promise<Response> {
  const { locale, path, view, day, note, question, next, status, headers } = opened;
  const { booking, money, tenant, actor, now } = opened.link;
  const frame = { locale, tenant, is_test: isPaymentTest() };
  const reading = { locale, time_zone: booking.row.time_zone };
  const guest = toGuestBooking(
    booking.row,
    bookingLocation(booking.row),
    money,
    booking.schedule?.name ?? null,
    actor.tenant.policy,
    path,
    reading,
    now,
  );
  const answer = (element: ReactElement) => toDocument(element, tenant.accent, status, headers);
  if (view === "cancel" && guest.may_cancel)
    return answer(<CancelQuestion frame={frame} booking={guest} note={note} />);
  if (question !== null && guest.may_move)
    return answer(
      <MoveQuestion frame={frame} booking={guest} row={booking.row} offer={question} />,
    );
  if (view === "move" && guest.may_move) {
    const times = await readFreeTimes(opened.link, day, locale);
    return answer(<MoveChoice frame={frame} booking={guest} times={times} note={note} />);
  }
  const paid = await readGuestMoney(booking.row.tenant_id, booking.row.id, reading);
  // A balance too small for checkout is paid at the desk, and test bookings never take real money.
  const isPayable = isPaymentTest() || !isTestBooking(booking.row);
  const may_pay =
    guest.may_pay &&
    isPayable &&
    whyDueUnpayable(dueOf(booking.row), booking.row.currency) === null;
  const shown = { ...guest, may_pay };
  return answer(<Overview frame={frame} booking={shown} money={paid} note={note} next={next} />);
}

/** Page for an invalid link. */
export function answerMissing(request: Request): Response {
  const locale = chooseLocale(null, request.headers.get("Accept-Language"), "en");
  return toDocument(<NotFound locale={locale} />, null, 404);
}

function toDocument(
  element: ReactElement,
  accent: string | null,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const html = `<!doctype html>${renderToStaticMarkup(element)}`;
  return tokenDocument({ html, style: styleOf(accent), status, headers });
}
