import type { Issue } from "~/contract/errors";
import { ExpectedAmount } from "~/contract/fields";
import { dueNowOf } from "~/domain/bookings/read/balance";
import { priceChanged } from "~/domain/quotes/quote";
import type { OpenedLink } from "~/domain/guest-page/open-manage-link.server";
import { readNextAddress } from "~/domain/guest-page/read-next-address.server";
import { syncOnReturn } from "~/domain/payments/sync-on-return.server";
import type { GuestRequest } from "~/http/guest-request.server";
import { type LocaleTag, mailLocale } from "~/i18n/locales";
import type { AppError } from "~/lib/app-error";
import { changedPriceText, chooseLocale, fill, manageTexts } from "~/ui/guest-page/manage-language";
import type { Note } from "~/ui/guest-page/guest-layout";
import type { MoveOffer } from "./move-question";

/** State of the guest page, with response status and headers. */
export interface GuestView {
  link: OpenedLink;
  locale: LocaleTag;
  path: string;
  /** "cancel", "move" or "change" shows that step; anything else the booking. */
  view: string | null;
  /** ID of the receipt to show; null for none. */
  receipt: string | null;
  /** First day of the times to move to; null for today. */
  day: string | null;
  note: Note | null;
  /** A move to confirm because its price or length differs; null for none. */
  question: MoveOffer | null;
  /** The form of a rejected change, to show again. */
  rejected: RejectedChange | null;
  /** Where a guest continues right after booking. */
  next: string | null;
  status: number;
  headers: Record<string, string>;
}

/** Input of a change with its field errors, and the price to agree to instead of the booking's. */
interface RejectedChange {
  form: URLSearchParams;
  issues: Issue[];
  amount: number | null;
}

/** The plain booking view. */
function viewOf({ request, url, subject }: GuestRequest<OpenedLink>): GuestView {
  const wishes = [
    subject.booking.customer.locale,
    request.headers.get("Accept-Language"),
    subject.tenant.locale,
  ] as const;
  // The same clock as in the emails: 09:00 or 9:00 AM.
  const locale = mailLocale(chooseLocale(...wishes), subject.tenant);
  return {
    link: subject,
    locale,
    path: url.pathname,
    view: null,
    receipt: null,
    day: null,
    note: null,
    question: null,
    rejected: null,
    next: null,
    status: 200,
    headers: {},
  };
}

/** Loads the view from the URL; after a checkout, syncs the payment first. */
export async function loadGuestPage(guest: GuestRequest<OpenedLink>): Promise<GuestView> {
  const query = guest.url.searchParams;
  const opened = viewOf(query.has("session_id") ? await afterCheckout(guest) : guest);
  const t = manageTexts(opened.locale);
  const message = query.get("done") ?? "";
  if (message === "price_changed")
    return { ...opened, note: notePrice(opened, query.get("before")) };
  const problem = { pay_later: t.error_pay_later, not_payable: t.error_not_payable }[message];
  if (problem !== undefined) return { ...opened, note: { kind: "bad", text: problem } };
  const done = {
    booked: t.booked,
    moved: t.moved,
    cancelled: t.cancelled,
    cancelled_dates: t.cancelled_dates,
    accepted: t.accepted,
    offer_declined: t.offer_declined,
    changed: t.changed,
    texts_agreed: t.texts_agreed,
    texts_withdrawn: t.texts_withdrawn,
  }[message];
  const refresh = askAgain(opened, query);
  const good = refresh === null ? done : t.checking;
  return {
    ...opened,
    view: query.get("view"),
    receipt: query.get("receipt"),
    day: query.get("day"),
    note: good === undefined ? null : { kind: "good", text: good },
    next: isDoneOnPage(opened, query) ? await readNextAddress(opened.link.actor) : null,
    headers: refresh ?? {},
  };
}

/** The amount due differs from what the guest set out to pay. */
function notePrice({ link, locale }: GuestView, before: string | null): Note | null {
  const { row } = link.booking;
  const expected = Number(before ?? NaN);
  if (!Number.isSafeInteger(expected) || expected < 0) return null;
  const error = priceChanged(expected, {
    amount: dueNowOf(row),
    currency: row.currency,
    lines: [],
  });
  return { kind: "bad", text: changedPriceText(error, locale) };
}

/** Refreshes a booking from the payment provider when the guest returns from checkout. */
async function afterCheckout(guest: GuestRequest<OpenedLink>): Promise<GuestRequest<OpenedLink>> {
  const { row } = guest.subject.booking;
  await syncOnReturn(row.tenant_id, row.id);
  return { ...guest, subject: (await guest.reopen()) ?? guest.subject };
}

/** How often the return page refreshes while the payment result is unknown. */
const ASKED_AGAIN = 3;

/**
 * Refresh header that reloads the page after three seconds while the payment is unknown: the
 * provider is queried at most every two seconds, perhaps just before the guest paid. null if there
 * is nothing to wait for.
 */
function askAgain(
  { link, path }: GuestView,
  query: URLSearchParams,
): Record<string, string> | null {
  const { status, pending_reason } = link.booking.row;
  const attempts = Number(query.get("asked") ?? 0);
  const session = query.get("session_id");
  if (
    session === null ||
    status !== "pending" ||
    (pending_reason !== "payment" && pending_reason !== "card") ||
    !(attempts < ASKED_AGAIN)
  )
    return null;
  const from = query.has("from") ? "&from=book" : "";
  return {
    Refresh: `3; url=${path}?session_id=${encodeURIComponent(session)}&asked=${attempts + 1}${from}`,
  };
}

/**
 * Whether the guest has just booked on the company's booking page and paid if required; only that
 * page links here this way.
 */
const isDoneOnPage = ({ link }: GuestView, query: URLSearchParams): boolean =>
  query.get("done") === "booked" ||
  (query.get("from") === "book" &&
    (link.booking.row.payment_status === "paid" || link.booking.row.card !== null));

/** Response to a form that failed the CSRF check. */
export function viewOfForgery(guest: GuestRequest<OpenedLink>): GuestView {
  const opened = viewOf(guest);
  return {
    ...opened,
    note: { kind: "bad", text: manageTexts(opened.locale).error_unknown },
    status: 400,
  };
}

/** The current state with the error above it. */
export async function loadRefused(
  guest: GuestRequest<OpenedLink>,
  error: AppError,
  form: URLSearchParams,
): Promise<GuestView> {
  const opened = viewOf({ ...guest, subject: (await guest.reopen()) ?? guest.subject });
  const question = moveOffer(error, form);
  if (question !== null) return { ...opened, view: "move", question, status: error.status };
  return {
    ...opened,
    view: error.code === "rate_limited" ? null : form.get("intent"),
    day: form.get("day"),
    rejected: { form, issues: error.extra.issues ?? [], amount: newAmount(error) },
    note: { kind: "bad", text: refusalText(error, opened.locale, form.get("intent")) },
    status: error.status,
    headers: error.extra.headers ?? {},
  };
}

/** The actual amount, set by checkGuestTerms. */
function newAmount({ code, extra }: AppError): number | null {
  const amount = extra.details?.["amount"];
  return code === "price_changed" && typeof amount === "number" ? amount : null;
}

/** The details of a move rejected for its price or length. */
function moveOffer({ code, extra }: AppError, form: URLSearchParams): MoveOffer | null {
  const slot_id = form.get("slot_id");
  // set by checkGuestTerms
  const { amount, starts_at, minutes } = (extra.details ?? {}) as Partial<MoveOffer>;
  if (code !== "price_changed" || form.get("intent") !== "move" || slot_id === null) return null;
  if (amount === undefined || starts_at === undefined || minutes === undefined) return null;
  const shown = ExpectedAmount.safeParse(Number(form.get("expected_amount") ?? NaN)).data ?? null;
  return { slot_id, amount, starts_at, minutes, shown };
}

function refusalText(error: AppError, locale: string, intent: string | null): string {
  const t = manageTexts(locale);
  const seconds = Number(error.extra.details?.["wait_seconds"] ?? 60);
  const minutes = new Intl.NumberFormat(locale, {
    style: "unit",
    unit: "minute",
    unitDisplay: "long",
  });
  const texts: Partial<Record<string, string>> = {
    slot_unavailable: t.error_taken,
    outside_booking_window: t.error_taken,
    not_found: t.error_taken,
    version_conflict: t.error_changed,
    invalid_transition: t.error_changed,
    hold_expired: t.error_changed,
    cancellation_window_passed: t.error_closed,
    validation_failed: t.error_choose,
    ...(intent === "change" && {
      slot_unavailable: t.error_places,
      validation_failed: t.error_fields,
    }),
    rate_limited: fill(t.error_often, { wait: minutes.format(Math.ceil(seconds / 60)) }),
  };
  if (error.code === "price_changed") return changedPriceText(error, locale);
  return texts[error.code] ?? t.error_unknown;
}
