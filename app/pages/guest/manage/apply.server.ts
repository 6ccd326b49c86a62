import { GroupScope } from "~/contract/booking-series";
import { Id } from "~/contract/common";
import { ChosenLength, ChosenParty, ExpectedAmount, PartySize } from "~/contract/fields";
import { zonesOfRow } from "~/domain/bookings/read/booking-time";
import { acceptOffer, declineOffer } from "~/domain/bookings/change/accept-offer.server";
import { cancelByCustomer } from "~/domain/bookings/change/cancel-by-customer.server";
import { minutesOf, moveBooking } from "~/domain/bookings/change/move-booking.server";
import { changeByGuest, readChangeable } from "~/domain/guest-page/change-by-guest.server";
import { toGuestBooking } from "~/domain/guest-page/guest-booking";
import { cancelGuestDates } from "~/domain/guest-page/guest-series.server";
import { agreeToTexts, withdrawFromTexts } from "~/domain/guest-page/guest-texts.server";
import type { OpenedLink } from "~/domain/guest-page/open-manage-link.server";
import { addonMinutes } from "~/domain/quotes/choose-addons";
import type { PeopleChoice } from "~/domain/quotes/choose-party";
import { AppError, invalidField } from "~/lib/app-error";
import { answersIn, personFieldOf } from "~/ui/guest-page/question-form";

/**
 * Applies the submitted form and returns the status word for the redirect URL. Throws the booking's
 * rejection.
 */
export async function applyGuestForm(link: OpenedLink, form: URLSearchParams): Promise<string> {
  switch (form.get("intent")) {
    case "cancel":
      return cancel(link, form);
    case "move":
      await move(link, form);
      return "moved";
    case "change":
      await change(link, form);
      return "changed";
    case "accept":
      await acceptOffer(link.actor, expectedAmount(form));
      return "accepted";
    case "decline":
      await declineOffer(link.actor);
      return "offer_declined";
    case "agree_to_texts":
      await agreeToTexts(link, {
        locale: form.get("locale") ?? "",
        wording: form.get("wording") ?? "",
        version: Number(form.get("version")),
      });
      return "texts_agreed";
    case "withdraw_from_texts":
      await withdrawFromTexts(link);
      return "texts_withdrawn";
    default:
      throw new AppError("malformed_request", "This page has no such button.");
  }
}

/** The price the page displayed; undefined if none was sent. */
const expectedAmount = (form: URLSearchParams): number | undefined =>
  ExpectedAmount.safeParse(Number(form.get("expected_amount") ?? NaN)).data;

/**
 * Cancels with the refund the page displayed. If the refund has decreased since, asks again first.
 */
async function cancel(link: OpenedLink, form: URLSearchParams): Promise<string> {
  const scope = GroupScope.safeParse(form.get("scope")).data ?? "this";
  const reason = reasonIn(form);
  if (scope !== "this") {
    const refund_amount = form.get(`refund_${scope}`);
    await cancelGuestDates(link, scope, { reason, refund_amount });
    return link.booking.row.series_id === null ? "cancelled" : "cancelled_dates";
  }
  const { row } = link.booking;
  const reading = { locale: "en", zones: zonesOfRow(row, link.actor.tenant.time_zone) };
  const { refund } = toGuestBooking(
    row,
    null,
    link.money,
    null,
    link.actor.tenant.policy,
    "",
    reading,
    link.now,
  );
  if (row.status !== "cancelled" && form.get("refund_amount") !== String(refund.amount))
    throw new AppError("version_conflict", "The refund has changed since the page was shown.");
  await cancelByCustomer(link.actor, reason === null ? {} : { reason });
  return "cancelled";
}

/** null: none was given. */
function reasonIn(form: URLSearchParams): string | null {
  const reason = form.get("reason")?.slice(0, 1000).toWellFormed().normalize("NFC").trim();
  return reason ? reason.replaceAll("\u0000", "") : null;
}

async function move(link: OpenedLink, form: URLSearchParams): Promise<void> {
  const slot_id = Id.safeParse(form.get("slot_id")).data;
  if (slot_id === undefined)
    throw new AppError("validation_failed", "Choose a time.", { details: { reason: "choose" } });
  const version = Number(form.get("version"));
  const { row } = link.booking;
  // The length the guest agreed to because theirs isn't offered at that time.
  const agreed_minutes = agreedMinutes(form);
  await moveBooking(link.actor, row.id, {
    target: {
      kind: "slot",
      slot_id,
      length: {
        minutes:
          agreed_minutes === undefined ? minutesOf(row) : agreed_minutes - addonMinutes(row.addons),
        is_required: agreed_minutes !== undefined,
      },
    },
    agreed_minutes,
    expected_amount: expectedAmount(form),
    version,
  });
}

/** Changes people and answers; a form without people keeps them. */
async function change({ actor, booking }: OpenedLink, form: URLSearchParams): Promise<void> {
  const { questions, kinds } = await readChangeable(booking.row);
  const given = form.get("people");
  const people = given === null ? booking.row.party_size : PartySize.safeParse(Number(given)).data;
  if (people === undefined) throw invalidField("party_size", "Choose the number of people.");
  await changeByGuest(actor, booking, {
    party_size: people,
    party: partyIn(form, kinds),
    answers: answersIn(form, questions),
    expected_amount: expectedAmount(form),
    version: Number(form.get("version")),
  });
}

/** People by kind; undefined for a form without them. */
function partyIn(form: URLSearchParams, kinds: readonly PeopleChoice[]): ChosenParty | undefined {
  if (!kinds.some((kind) => form.has(personFieldOf(kind)))) return undefined;
  const given = kinds.flatMap((kind) => {
    const count = Number(form.get(personFieldOf(kind)) ?? "");
    return count === 0 ? [] : [{ kind: kind.id, count }];
  });
  const { data } = ChosenParty.safeParse(given);
  if (data === undefined) throw invalidField("party", "Choose who comes.", "required");
  return data;
}

const agreedMinutes = (form: URLSearchParams): number | undefined =>
  ChosenLength.safeParse(Number(form.get("minutes") ?? NaN)).data;
