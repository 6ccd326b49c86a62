import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { LinkCustomer, LinkState } from "~/contract/booking-links";
import type { Issue } from "~/contract/errors";
import type { AvailableSlot } from "~/contract/slots";
import { checkoutSources } from "~/domain/payments/checkout-sources.server";
import type { BookingPage } from "~/domain/widgets/open-booking-page.server";
import type { GuestRequest } from "~/http/guest-page.server";
import { bookAgain, ownBooking } from "~/http/own-booking.server";
import { type PublicDocument, publicDocument } from "~/http/public-document.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { newId } from "~/lib/ids";
import { manageTexts } from "~/ui/guest-page/manage-language";
import type { Note } from "~/ui/guest-page/manage-page";
import { readAfterCheckout, readOwnBooking } from "./after-checkout.server";
import { AfterCheckout } from "./after-checkout-page";
import { bookStyleOf, LinkClosed, NoSuchPage } from "./book-document";
import { firstWeekday } from "./book-language";
import { problemsOf } from "./book-problems";
import type { Typed } from "./booking-form";
import type { BookableService } from "./booking-page-choice";
import { findFullSlot, readBookingPageTimes } from "./booking-page-times.server";
import { TimeChoice } from "./choose-page";
import { CodeEntry, Details } from "./details-page";
import { ServiceChoice } from "./service-list";
import {
  bad,
  booking,
  type Chosen,
  findSlot,
  pickPageLocale,
  type View,
  viewOf,
} from "./view.server";
import { OnWaitingList, WaitingDetails } from "./waiting-page";

/** Page for an unknown company. */
export function showMissing(request: Request): Response {
  const locale = pickPageLocale(null, request.headers.get("Accept-Language"), "en");
  return answer(<NoSuchPage locale={locale} />, null, { status: 404 });
}

/**
 * Status of the booking in the URL's checkout, or of the one this browser just made; null for
 * neither.
 */
export async function showBooked(guest: GuestRequest<BookingPage>): Promise<Response | null> {
  const { page, choice, frame, request } = viewOf(guest);
  const own = ownBooking(request, page.tenant.slug);
  if (own !== null && guest.url.searchParams.has("again"))
    return bookAgain(page.tenant.slug, frame.canonical);
  const known =
    (await readAfterCheckout(page, guest.url)) ?? (await readOwnBooking(page, choice, own));
  return known && answer(<AfterCheckout frame={frame} known={known} />, page, { status: 200 });
}

/** The step in the URL with a note above; falls back one step if its time was taken. */
export async function showStep(view: View, note: Note | null, status: number): Promise<Response> {
  const { page, choice, frame } = view;
  const link = page.config.booking_link;
  if (link !== undefined && link.state !== "active") return showLinkClosed(view, link.state);
  const { service, time } = choice;
  if (service === null)
    return show(view, <ServiceChoice frame={frame} config={page.config} note={note} />, status);
  if (time === null) return showTimes(view, service, note, status);
  const chosen = { ...view, service, time };
  if (choice.place !== null) return showPlace(chosen, choice.place);
  const slot = await findSlot(chosen);
  // A time that no longer needs waiting is booked.
  if (slot === null && choice.waits) return showStep(booking(view), note, status);
  if (slot === null)
    return showTimes(view, service, bad(manageTexts(view.locale).error_taken), 409);
  return showDetails(chosen, slot, prefillOf(link?.customer ?? null), { note, status });
}

/** Prefilled values from a booking link, treated as typed input. */
function prefillOf(customer: LinkCustomer | null): URLSearchParams {
  const filled = Object.entries(customer ?? {}).filter(
    (field): field is [string, string] => field[1] !== null,
  );
  return new URLSearchParams(filled);
}

/** Page for an expired booking link. */
export const showLinkClosed = (
  { frame, page }: View,
  state: Exclude<LinkState, "active">,
): Response =>
  answer(<LinkClosed frame={frame} state={state} />, page, {
    status: 410,
    headers: tokenPageHeaders,
  });

/** The time step, even if the URL has a time. */
export async function showTimes(
  view: View,
  service: BookableService,
  note: Note | null,
  status: number,
): Promise<Response> {
  const { page, choice, frame, locale } = view;
  const ways = { firstDay: firstWeekday(locale), mayWait: page.config.steps.waitlist };
  const times = await readBookingPageTimes(page.actor, choice, service, ways);
  const mayChange = page.config.schedules.length > 1;
  const untimed = { ...frame, choice: { ...choice, time: null } };
  return show(
    view,
    <TimeChoice
      frame={untimed}
      service={service}
      times={times}
      may_change={mayChange}
      note={note}
    />,
    status,
  );
}

interface Shown {
  note?: Note | null;
  status: number;
  issues?: Issue[];
  alternatives?: AvailableSlot[];
  /** An unused verification token. */
  token?: string | null;
  headers?: Record<string, string>;
}

async function showPlace(view: Chosen, place: number): Promise<Response> {
  const { page, choice, frame, service, time } = view;
  const slot = await findFullSlot(page.actor, choice, service);
  return show(
    view,
    <OnWaitingList frame={frame} service={service} slot={slot} time={time} place={place} />,
    200,
  );
}

/** The details step; `form`: earlier input. */
export function showDetails(
  view: Chosen,
  slot: AvailableSlot | null,
  form: URLSearchParams,
  shown: Shown,
): Response {
  const { page, frame, service, time, locale } = view;
  const typed = typedIn(form, locale, shown.issues ?? [], shown.token ?? null);
  const { note = null, alternatives = [] } = shown;
  const props = { frame, service, slot, time, typed, note, config: page.config };
  const details = view.choice.waits ? (
    <WaitingDetails {...props} />
  ) : (
    <Details {...props} alternatives={alternatives} />
  );
  return answerForms(view, details, shown);
}

function typedIn(
  form: URLSearchParams,
  locale: string,
  issues: Issue[],
  token: string | null,
): Typed {
  const value = (name: string) => form.getAll(name);
  // A new idempotency key each time the form is shown.
  return {
    value,
    problems: problemsOf(issues, value, locale),
    attempt: newId(),
    verification_token: token,
  };
}

/** Fields of the code step itself; all others are carried along. */
const OF_CODE = [
  "code",
  "intent",
  "attempt",
  "verification_id",
  "verification_token",
  "destination",
];

/** The step for entering the code. */
export function askCode(
  view: Chosen,
  form: URLSearchParams,
  verification: { id: string; destination: string },
  shown: Shown,
): Response {
  const { frame, service, time, locale } = view;
  const typed = typedIn(form, locale, [], null);
  const rest = [...form].filter(([name]) => !OF_CODE.includes(name));
  rest.push(["destination", verification.destination]);
  const code = (
    <CodeEntry
      frame={frame}
      service={service}
      time={time}
      typed={typed}
      verification={verification}
      form={rest}
      note={shown.note ?? null}
    />
  );
  return answerForms(view, code, shown);
}

/**
 * A page without a form: supports conditional requests. With a link token, it sends no referrer.
 */
function show({ page, request, choice }: View, element: ReactElement, status: number): Response {
  if (choice.link !== null) return answer(element, page, { status, headers: tokenPageHeaders });
  const known = status === 200 ? request.headers.get("If-None-Match") : undefined;
  return answer(element, page, { status, known });
}

/**
 * A page with a form: contains an idempotency key, so it is never cached. Its form may redirect to
 * a checkout.
 */
function answerForms(
  { page, service, choice }: Chosen,
  element: ReactElement,
  { status, headers: given = {} }: Shown,
): Response {
  const headers = choice.link === null ? given : { ...given, ...tokenPageHeaders };
  return answer(element, page, {
    status,
    headers,
    leads_to: service.requires_payment ? checkoutSources() : [],
  });
}

const answer = (
  element: ReactElement,
  page: BookingPage | null,
  options: Omit<PublicDocument, "html" | "style">,
) =>
  publicDocument({
    ...options,
    html: `<!doctype html>${renderToStaticMarkup(element)}`,
    style: bookStyleOf(page?.tenant.accent ?? null, page?.config.branding.theme ?? "auto"),
    is_indexed: page?.is_indexed ?? false,
  });
