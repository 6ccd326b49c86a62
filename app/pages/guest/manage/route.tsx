import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { acceptOffer } from "~/domain/bookings/accept-offer.server";
import { cancelByCustomer } from "~/domain/bookings/cancel-by-customer.server";
import { moveBooking } from "~/domain/bookings/move-booking.server";
import { isPaymentTest } from "~/domain/payments/test-mode.server";
import { syncOnReturn } from "~/domain/payments/sync-on-return.server";
import { readFreeTimes } from "~/domain/guest-page/free-times.server";
import { toGuestBooking } from "~/domain/guest-page/guest-booking";
import { readGuestMoney } from "~/domain/guest-page/guest-money.sql.server";
import { readNextAddress } from "~/domain/guest-page/read-next-address.server";
import { countLinkUse, type OpenedLink, openManageLink } from "~/domain/guest-page/open-manage-link.server";
import { guestPage, type GuestRequest } from "~/http/guest-page.server";
import { Id } from "~/contract/common";
import { AppError } from "~/lib/app-error";
import { chooseLocale, fill, manageTexts } from "~/ui/guest-page/manage-language";
import { CancelQuestion, type Note, NotFound, Overview, styleOf } from "~/ui/guest-page/manage-page";
import { MoveChoice } from "./move-page";

// The guest's own page. A document of its own without scripts: it opens from a mail on any phone, and the address it is opened by is a
// secret that no script, cache or referrer may learn.

const DONE = { cancel: "cancelled", move: "moved", accept: "accepted" };

interface GuestView {
  link: OpenedLink;
  locale: string;
  path: string;
  /** Where a guest who has just booked goes on. */
  next: string | null;
}

function viewOf({ request, url, subject }: GuestRequest<OpenedLink>): GuestView {
  const wishes = [
    subject.booking.customer.locale,
    request.headers.get("Accept-Language"),
    subject.tenant.locale,
  ] as const;
  return { link: subject, locale: chooseLocale(...wishes), path: url.pathname, next: null };
}

const route = guestPage<OpenedLink>({
  open: openManageLink,
  missing: notFoundPage,
  show: async (guest) => {
    const query = guest.url.searchParams;
    const opened = viewOf(query.has("session_id") ? await afterCheckout(guest) : guest);
    const t = manageTexts(opened.locale);
    const problem = { pay_later: t.error_pay_later, not_payable: t.error_not_payable }[query.get("done") ?? ""];
    if (problem !== undefined) return show(opened, null, null, { kind: "bad", text: problem }, 200);
    const done = { booked: t.booked, moved: t.moved, cancelled: t.cancelled, accepted: t.accepted }[
      query.get("done") ?? ""
    ];
    const refresh = askAgain(opened, query);
    const good = refresh === null ? done : t.checking;
    const note: Note | null = good === undefined ? null : { kind: "good", text: good };
    const next = isDoneOnPage(opened, query) ? await readNextAddress(opened.link.actor) : null;
    return show({ ...opened, next }, query.get("view"), query.get("day"), note, 200, refresh ?? {});
  },
  refuse: (guest) => {
    const opened = viewOf(guest);
    return show(opened, null, null, { kind: "bad", text: manageTexts(opened.locale).error_other }, 400);
  },
  change: async (guest, form) => {
    const opened = viewOf(guest);
    const intent = form.get("intent");
    try {
      await countLinkUse(opened.link.actor);
      if (intent === "cancel") await cancel(opened.link, form);
      else if (intent === "move") await move(opened.link, form);
      else if (intent === "accept") await acceptOffer(opened.link.actor);
      else throw new AppError("malformed_request", "This page has no such button.");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return showRefusal(guest, error, intent, form.get("day"));
    }
    return new Response(null, { status: 303, headers: { Location: `${opened.path}?done=${DONE[intent]}` } });
  },
});
export const loader = route.loader;
export const action = route.action;

/** The guest is back from paying: the booking as the payment provider's answer leaves it. */
async function afterCheckout(guest: GuestRequest<OpenedLink>): Promise<GuestRequest<OpenedLink>> {
  const { row } = guest.subject.booking;
  await syncOnReturn(row.tenant_id, row.id);
  return { ...guest, subject: (await guest.reopen()) ?? guest.subject };
}

/** How often the page that a guest comes back to shows itself again while it does not know yet. */
const ASKED_AGAIN = 3;

/**
 * The header that shows the page again in three seconds, for a guest whose payment has not been heard of: the provider is asked at most
 * every two, and may have been asked just before they paid. null: there is nothing to wait for.
 */
function askAgain({ link, path }: GuestView, query: URLSearchParams): Record<string, string> | null {
  const { status, pending_reason } = link.booking.row;
  const asked = Number(query.get("asked") ?? 0);
  const session = query.get("session_id");
  if (session === null || status !== "pending" || pending_reason !== "payment" || !(asked < ASKED_AGAIN)) return null;
  const from = query.has("from") ? "&from=book" : "";
  return { Refresh: `3; url=${path}?session_id=${encodeURIComponent(session)}&asked=${asked + 1}${from}` };
}

/** Whether a guest comes from the company's own page, where they have just booked and, if it was due, paid: only that page leads here so. */
const isDoneOnPage = ({ link }: GuestView, query: URLSearchParams): boolean =>
  query.get("done") === "booked" || (query.get("from") === "book" && link.booking.row.payment_status === "paid");

/** Cancels for what the page promised: a refund that has become smaller while it was open is shown again first. */
async function cancel(link: OpenedLink, form: URLSearchParams): Promise<void> {
  const { row } = link.booking;
  const reading = { locale: "en", time_zone: row.time_zone };
  const { refund } = toGuestBooking(row, link.money, null, link.actor.tenant.policy, "", reading, link.now);
  if (row.status !== "cancelled" && form.get("refund_amount") !== String(refund.amount))
    throw new AppError("version_conflict", "The refund has changed since the page was shown.");
  const reason = form.get("reason")?.slice(0, 1000).toWellFormed().normalize("NFC").trim();
  await cancelByCustomer(link.actor, reason ? { reason: reason.replaceAll("\u0000", "") } : {});
}

async function move(link: OpenedLink, form: URLSearchParams): Promise<void> {
  const slot_id = Id.safeParse(form.get("slot_id")).data;
  if (slot_id === undefined)
    throw new AppError("validation_failed", "Choose a time.", { details: { reason: "choose" } });
  const version = Number(form.get("version"));
  await moveBooking(link.actor, link.booking.row.id, { target: { slot_id }, version });
}

/** The page again with the current state, and above it what went wrong. */
async function showRefusal(
  guest: GuestRequest<OpenedLink>,
  error: AppError,
  intent: string | null,
  day: string | null,
): Promise<Response> {
  const opened = viewOf({ ...guest, subject: (await guest.reopen()) ?? guest.subject });
  const t = manageTexts(opened.locale);
  const seconds = Number(error.extra.details?.["wait_seconds"] ?? 60);
  const minutes = new Intl.NumberFormat(opened.locale, { style: "unit", unit: "minute", unitDisplay: "long" });
  const texts: Partial<Record<string, string>> = {
    slot_unavailable: t.error_taken,
    outside_booking_window: t.error_taken,
    not_found: t.error_taken,
    version_conflict: t.error_changed,
    invalid_transition: t.error_changed,
    hold_expired: t.error_changed,
    cancellation_window_passed: t.error_closed,
    validation_failed: t.error_choose,
    rate_limited: fill(t.error_often, { wait: minutes.format(Math.ceil(seconds / 60)) }),
  };
  const note = { kind: "bad", text: texts[error.code] ?? t.error_other } as const;
  const view = error.code === "rate_limited" ? null : intent;
  return show(opened, view, day, note, error.status, error.extra.headers);
}

async function show(
  { link, locale, path, next }: GuestView,
  view: string | null,
  day: string | null,
  note: Note | null,
  status: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { booking, money, tenant, actor, now } = link;
  const frame = { locale, tenant, is_test: isPaymentTest() };
  const reading = { locale, time_zone: booking.row.time_zone };
  const guest = toGuestBooking(
    booking.row,
    money,
    booking.schedule?.name ?? null,
    actor.tenant.policy,
    path,
    reading,
    now,
  );
  if (view === "cancel" && guest.may_cancel)
    return page(<CancelQuestion frame={frame} booking={guest} note={note} />, tenant.accent, status, headers);
  if (view === "move" && guest.may_move) {
    const times = await readFreeTimes(link, day, locale);
    return page(<MoveChoice frame={frame} booking={guest} times={times} note={note} />, tenant.accent, status, headers);
  }
  const paid = await readGuestMoney(booking.row.tenant_id, booking.row.id, reading);
  const overview = <Overview frame={frame} booking={guest} money={paid} note={note} next={next} />;
  return page(overview, tenant.accent, status, headers);
}

function notFoundPage(request: Request): Response {
  const locale = chooseLocale(null, request.headers.get("Accept-Language"), "en");
  return page(<NotFound locale={locale} />, null, 404);
}

function page(
  element: ReactElement,
  accent: string | null,
  status: number,
  headers: Record<string, string> = {},
): Response {
  const style = createHash("sha256").update(styleOf(accent)).digest("base64");
  return new Response(`<!doctype html>${renderToStaticMarkup(element)}`, {
    status,
    headers: {
      ...headers,
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": `default-src 'none'; img-src 'self'; style-src 'sha256-${style}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    },
  });
}
