import { data } from "@remix-run/node";
import type { ResolveOutside } from "~/contract/calendars";
import type { AvailableSlot } from "~/contract/slots";
import { moverOf } from "~/domain/bookings/change/booking-status";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { removeTestBooking } from "~/domain/bookings/change/remove-test-booking.sql.server";
import { acceptConflict } from "~/domain/calendars/list-clashes.server";
import { resolveOutside } from "~/domain/calendars/resolve-outside.server";
import { guestMailOf } from "~/domain/email/guest-mail.server";
import { hasRole, type UserActor } from "~/domain/identity/actor";
import { moveTogether } from "~/domain/series/move-together.server";
import { makePayLink } from "~/domain/payments/make-pay-link.server";
import { dashboardPath, redirectWith } from "~/http/flash.server";
import { offlineMethodCookie } from "~/http/offline-method.server";
import { orNoPage } from "~/http/or-no-page.server";
import { calendarOf } from "~/http/page-calendar.server";
import { msg, t } from "~/i18n/text";
import { AppError } from "~/lib/app-error";
import type { BookingForm } from "~/ui/booking/booking-forms";
import { type BookingRefusal, editValuesOf, valuesOf } from "~/ui/booking/booking-view";
import { type MovePreview, movePreview } from "~/ui/booking/series-lines";
import { changedPrice, overrideReason, overrideWords } from "~/ui/booking/override-words";
import { otherTimes } from "../other-times.server";
import { changeBooking, isOfSeveral, movesOf } from "./change-booking.server";
import { doneWords, mailedEvent, undoFields } from "./done-words";
import type { BookingPageForm } from "./forms";

/** Messages after resolving a change made in an external calendar. Translated with t(). */
const OUTSIDE_DONE: Record<ResolveOutside["action"], string> = {
  cancel: msg("Booking cancelled."),
  put_back: msg("The booking is written to the calendar again."),
  move: msg("Booking moved to the calendar’s time."),
  keep: msg("Left as it is."),
};

/**
 * Executes a form of the booking's page; returns a message with an undo. Throws the domain
 * functions' errors, or a 404 response.
 */
export async function applyBookingPageForm(actor: UserActor, id: string, form: BookingPageForm) {
  const path = `/dashboard/bookings/${id}`;
  const { locale } = calendarOf(actor);
  if (form.intent === "remove_test") {
    await removeTestBooking(actor, id);
    return redirectWith(dashboardPath(form.to, "/dashboard"), t("Removed the test booking."));
  }
  if (form.intent === "pay_link") {
    const { expected_amount } = form;
    try {
      const { sent_to } = await makePayLink(actor, id, { send: true, expected_amount }, null);
      return redirectWith(
        dashboardPath(form.to, path),
        sent_to === null
          ? t("Sent the payment link.")
          : t("Sent the payment link to {{email}}.", { email: sent_to }),
      );
    } catch (error) {
      const price = error instanceof AppError && changedPrice("pay_link", error, locale);
      if (!price) throw error;
      return data(refusedWith(price.message), { status: 409 });
    }
  }
  if (form.intent === "outside") {
    try {
      await resolveOutside(actor, id, form);
    } catch (error) {
      const question = error instanceof AppError ? overrideQuestion(actor, form, error) : null;
      if (question === null) throw error;
      return data(question, { status: 409 });
    }
    return redirectWith(dashboardPath(form.to, path), t(OUTSIDE_DONE[form.action]));
  }
  if (form.intent === "fine") {
    await acceptConflict(actor, form);
    return redirectWith(dashboardPath(form.to, path), t("Both stay. You won’t be asked again."));
  }
  if (form.intent === "move" && isOfSeveral(form) && form.if_taken === undefined)
    return data({ moves: await previewMoves(actor, id, form) });
  try {
    const done = await orNoPage(changeBooking(actor, id, form));
    const fields = undoFields(form, done, moverOf(actor));
    const event = mailedEvent(form, done);
    const mail = event === null ? null : await guestMailOf(actor.tenant.id, id, event);
    const answer = redirectWith(
      dashboardPath(form.to, path),
      doneWords(form, done, mail, calendarOf(actor)),
      fields && { action: path, fields },
    );
    if (form.intent === "status" && form.offline_method !== undefined)
      answer.headers.append("Set-Cookie", offlineMethodCookie(form.offline_method));
    return answer;
  } catch (error) {
    const help = error instanceof AppError ? await helpWith(actor, id, form, error) : null;
    if (help === null) throw error;
    return data(help, { status: 409 });
  }
}

/** The dates or services that a form would move, each with its state. */
async function previewMoves(
  actor: UserActor,
  id: string,
  form: Extract<BookingPageForm, { intent: "move" }>,
): Promise<MovePreview> {
  const { visit } = await getBooking(actor, id);
  const moves = await moveTogether(actor, id, movesOf(form, true));
  const { notify: _notify, ...fields } = fieldsAgain(form);
  return movePreview(moves, visit !== null, fields, calendarOf(actor));
}

/**
 * A rejected time as a question for owners and admins, who may override it; null for other errors.
 */
function overrideQuestion(
  actor: UserActor,
  form: Extract<BookingPageForm, { intent: "move" | "outside" }>,
  error: AppError,
): BookingRefusal | null {
  const price = changedPrice("move", error, calendarOf(actor).locale);
  if (price !== null && form.intent === "move")
    return {
      ...refusedWith(price.message),
      override: fieldsAgain({ ...form, expected_amount: price.amount }),
    };
  const reason = overrideReason(error);
  if (reason === null) return null;
  const mayOverride = hasRole(actor, "admin") && form.override !== true;
  const message = overrideWords(reason, mayOverride ? t("Move anyway?") : null);
  return {
    ...refusedWith(message),
    ...(mayOverride && { override: fieldsAgain({ ...form, override: true }) }),
  };
}

const refusedWith = (message: string): BookingRefusal => ({
  result: { status: "error", error: { "": [message] } },
});

/** The form's fields, for resubmission. */
function fieldsAgain(
  form: Extract<BookingPageForm, { intent: "move" | "outside" }>,
): Record<string, string> {
  const { to: _to, ...fields } = form;
  const again = Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === false || name === "version"
      ? []
      : [[name, value === true ? "on" : value instanceof Date ? value.toISOString() : `${value}`]],
  );
  return Object.fromEntries(again);
}

/** Extra data of a rejection: alternative times, or the current values in addition to the input. */
async function helpWith(
  actor: UserActor,
  id: string,
  form: BookingForm,
  error: AppError,
): Promise<BookingRefusal | null> {
  if (error.code === "version_conflict" && form.intent === "edit") {
    const current = await getBooking(actor, id);
    return {
      ...refusedWith(t("Changed by someone else. Review, then save.")),
      conflict: { typed: valuesOf(form), now: editValuesOf(current), version: current.version },
    };
  }
  if (form.intent === "edit") {
    const price = changedPrice("edit", error, calendarOf(actor).locale);
    const { party_size } = form;
    return (
      price && {
        ...refusedWith(price.message),
        party_price: { typed: valuesOf(form), party_size, amount: price.amount },
      }
    );
  }
  // A date was taken since the dates were shown.
  if (form.intent === "move" && isOfSeveral(form) && error.extra.details?.date !== undefined)
    return { ...refusedWith(error.message), moves: await previewMoves(actor, id, form) };
  // set by findAlternatives
  const alternatives = error.extra.details?.alternatives as AvailableSlot[] | undefined;
  const question = form.intent === "move" ? overrideQuestion(actor, form, error) : null;
  if (question !== null)
    return {
      ...question,
      ...(alternatives && { alternatives: await otherTimes(actor, alternatives) }),
    };
  if (error.code !== "slot_unavailable" || alternatives === undefined) return null;
  return { ...refusedWith(error.message), alternatives: await otherTimes(actor, alternatives) };
}
