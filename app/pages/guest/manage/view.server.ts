import { data } from "@remix-run/node";
import type { Receipt } from "~/contract/receipts";
import { dueNowOf } from "~/domain/bookings/read/balance";
import { bookingLocation } from "~/domain/bookings/read/booking-location.server";
import { isTestBooking } from "~/domain/bookings/read/booking-row";
import { zonesOfRow } from "~/domain/bookings/read/booking-time";
import { isDeclined } from "~/domain/bookings/read/is-declined.sql.server";
import { minutesOf } from "~/domain/bookings/change/move-booking.server";
import { type Changeable, readChangeable } from "~/domain/guest-page/change-by-guest.server";
import type { FreeTimes } from "~/domain/guest-page/free-times";
import { readFreeTimes } from "~/domain/guest-page/free-times.server";
import {
  type GuestBooking,
  toGuestBooking,
  toGuestTenant,
} from "~/domain/guest-page/guest-booking";
import type { GuestCancellation, GuestSeries } from "~/domain/guest-page/guest-series";
import { readGuestCancellation, readGuestSeries } from "~/domain/guest-page/guest-series.server";
import type { GuestTexts } from "~/domain/guest-page/guest-texts";
import { readGuestTexts } from "~/domain/guest-page/guest-texts.server";
import type { GuestMoney } from "~/domain/guest-page/guest-money";
import { readGuestMoney } from "~/domain/guest-page/guest-money.sql.server";
import { receiptsOfBooking } from "~/domain/receipts/receipts.sql.server";
import { whyDueUnpayable } from "~/domain/payments/payable.server";
import { textsOf } from "~/domain/email/texts";
import { secretPageHeaders } from "~/http/guest-headers.server";
import { calendarLinks } from "~/lib/calendar-links";
import { env } from "~/lib/env.server";
import { formatMoney } from "~/lib/money";
import { isPaymentTest } from "~/lib/payment-test.server";
import { type Frame, guestStyle, type Note } from "~/ui/guest-page/guest-layout";
import { chooseLocale, manageTexts } from "~/ui/guest-page/manage-language";
import { fieldOf, personFieldOf } from "~/ui/guest-page/question-form";
import type { ChangeForm } from "./change-page";
import type { GuestView } from "./load.server";
import type { MoveOffer, PresentTerms } from "./move-question";

/** Where a guest adds the booking to a calendar: a file, and calendars on the web. */
interface Calendars {
  file: string;
  web: [name: string, href: string][];
}

/** The step that the page shows. */
type Step =
  | { step: "missing" }
  | {
      step: "booking";
      booking: GuestBooking;
      money: GuestMoney;
      receipts: Pick<Receipt, "id" | "number">[];
      texts: GuestTexts | null;
      note: Note | null;
      next: string | null;
      calendars: Calendars | null;
      again: string | null;
      series: GuestSeries | null;
    }
  | {
      step: "cancel";
      booking: GuestBooking;
      note: Note | null;
      series: GuestCancellation | null;
    }
  | { step: "receipt"; receipt: Receipt; time_zone: string; path: string }
  | { step: "change"; booking: GuestBooking; note: Note | null; form: ChangeForm }
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
  const receipts = actor.tenant.policy.receipts
    ? await receiptsOfBooking(row.tenant_id, row.id)
    : [];
  const receipt = receipts.find(({ id }) => id === opened.receipt);
  if (receipt !== undefined)
    return { step: "receipt", receipt, time_zone: actor.tenant.time_zone, path };
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
  if (view === "cancel" && guest.is_ahead && !guest.may_accept) {
    const series = await readGuestCancellation(opened.link, reading);
    if (series !== null || guest.may_cancel)
      return { step: "cancel", booking: guest, note, series };
  }
  if (question !== null && guest.may_move) {
    const present = {
      minutes: minutesOf(row),
      currency: row.currency ?? "EUR",
      time_zone: zones.lead,
    };
    return { step: "question", booking: guest, present, offer: question };
  }
  const changeable = guest.may_change ? await readChangeable(row) : null;
  if (view === "change" && changeable !== null)
    return { step: "change", booking: guest, note, form: changeForm(opened, changeable) };
  if (view === "move" && guest.may_move) {
    const times = await readFreeTimes(opened.link, day, reading);
    return { step: "move", booking: guest, times, note };
  }
  // A balance too small for checkout is paid at the desk, and test bookings never take real money.
  const isPayable = isPaymentTest() || !isTestBooking(row);
  const may_pay =
    guest.may_pay && isPayable && whyDueUnpayable(dueNowOf(row), row.currency) === null;
  return {
    step: "booking",
    booking: {
      ...guest,
      may_pay,
      may_change: changeable !== null && hasChanges(guest, changeable),
    },
    money: await readGuestMoney(row.tenant_id, row.id, reading),
    receipts: receipts.map(({ id, number }) => ({ id, number })),
    texts: guest.is_ahead ? await readGuestTexts(opened.link, reading) : null,
    note,
    next,
    calendars: calendarsOf(opened, guest),
    again: guest.is_ahead ? null : bookAgain(opened),
    series: await readGuestSeries(opened.link, reading),
  };
}

/** Whether there is anything to change besides the time. */
const hasChanges = (
  { may_move }: GuestBooking,
  { most_people, kinds, questions }: Changeable,
): boolean => questions.length > 0 || (may_move && (most_people > 1 || kinds.length > 0));

/** The form with the booking's own values, or with what was typed into a rejected one. */
function changeForm(opened: GuestView, changeable: Changeable): ChangeForm {
  const { link, rejected } = opened;
  const { row } = link.booking;
  const stored = row.answers.map(({ question_id, value }): [string, string[]] => [
    fieldOf({ id: question_id }),
    typeof value === "boolean" ? (value ? ["yes"] : []) : [value].flat().map(String),
  ]);
  const names = changeable.questions.map(fieldOf);
  const form = rejected?.form;
  const priceOf = (amount: number) =>
    amount === 0
      ? textsOf(opened.locale).free
      : formatMoney(amount, row.currency ?? "EUR", opened.locale);
  const values = form
    ? Object.fromEntries(names.map((name) => [name, form.getAll(name)]))
    : Object.fromEntries(stored);
  return {
    ...changeable,
    people: form?.get("people") ?? String(row.party_size),
    kinds: changeable.kinds.map(({ name, price_amount, ...kind }) => ({
      name: personFieldOf(kind),
      label: [name, price_amount === null ? null : priceOf(price_amount)]
        .filter(Boolean)
        .join(" · "),
      value: form?.get(personFieldOf(kind)) ?? String(kind.count || ""),
      max: kind.most,
    })),
    expected_amount: rejected?.amount ?? row.price_amount ?? 0,
    typed: { values, problems: problemsOf(opened) },
  };
}

/** Errors by field, in the page's language. */
function problemsOf({ rejected, locale }: GuestView): Record<string, string> {
  if (rejected === null) return {};
  const t = manageTexts(locale);
  const problems = rejected.issues.map(({ path, code }): [string, string] => {
    const [part, id = ""] = path.split(".");
    const name = part === "answers" ? fieldOf({ id }) : "people";
    const isOfKinds = name === "people" && !rejected.form.has(name);
    const isEmpty = isOfKinds ? code === "required" : !rejected.form.get(name)?.trim();
    return [name, isEmpty ? t.error_required : t.error_field];
  });
  return Object.fromEntries(problems);
}

/** Null while it is pending or over. */
function calendarsOf({ link, path }: GuestView, guest: GuestBooking): Calendars | null {
  const { row } = link.booking;
  if (!guest.is_ahead || row.status === "pending") return null;
  const url = new URL(path, env.BASE_URL).href;
  return {
    file: `${path}/booking.ics`,
    web: calendarLinks({
      title: `${link.booking.schedule?.name ?? row.resource_name} · ${link.tenant.name}`,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      details: [row.resource_name, guest.reference, url].join("\n"),
      location: guest.where && (guest.where.url ?? guest.where.text),
    }),
  };
}

/** The company's booking page, at the same service. */
function bookAgain({ link }: GuestView): string {
  const { schedule_id } = link.booking.row;
  const service = schedule_id === null ? "" : `?service=${schedule_id}`;
  return `/book/${link.tenant.slug}${service}`;
}

function pageData(page: ManagePageData, status: number, headers: Record<string, string> = {}) {
  const own = secretPageHeaders(guestStyle(page.frame.tenant?.accent ?? null));
  return data(page, { status, headers: { ...headers, ...own } });
}
