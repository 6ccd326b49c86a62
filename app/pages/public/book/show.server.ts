import { data } from "@remix-run/node";
import type { CardTerms } from "~/contract/card-on-file";
import type { LinkCustomer, LinkState } from "~/contract/booking-links";
import type { Issue } from "~/contract/errors";
import type { WidgetSeries } from "~/contract/widget";
import { termsForGuest } from "~/domain/widgets/read-card-terms.server";
import { checkoutSources } from "~/domain/payments/checkout-sources.server";
import type { BookingPage } from "~/domain/widgets/open-booking-page.server";
import type { GuestRequest } from "~/http/guest-request.server";
import { bookAgain, ownBooking } from "~/http/own-booking.server";
import { publicPageHeaders } from "~/http/guest-headers.server";
import { tokenPageHeaders } from "~/http/security-headers.server";
import { AppError } from "~/lib/app-error";
import { newId } from "~/lib/ids";
import { manageTexts } from "~/ui/guest-page/manage-language";
import type { Note } from "~/ui/guest-page/guest-layout";
import { readAfterCheckout, readOwnBooking } from "./after-checkout.server";
import { totalOf } from "./addon-choice";
import { type BookPageData, type BookStep, styleOf } from "./book-page";
import { firstWeekday, readerLocale } from "./book-language";
import { problemsOf, refusalText } from "./book-problems";
import type { Typed } from "./booking-form";
import type { BookableService } from "./choice";
import type { ChosenTime } from "./booking-page-times";
import {
  findFullSlot,
  readBookingPageTimes,
  readClassWeek,
  readVisitPageTimes,
} from "./booking-page-times.server";
import { datesAhead } from "./course-choice";
import { readPageCourse } from "./course.server";
import { isVisit, othersFor } from "./visit-parts";
import { bad, booking, type Chosen, count, findSlot, type View, viewOf } from "./view.server";

/** For an unknown company. */
export function showMissing(request: Request) {
  return pageData({ step: "missing", locale: readerLocale(request) }, { status: 404 });
}

/**
 * Status of the booking in the URL's checkout, or of the one this browser just made; null for
 * neither. Throws the redirect to a new booking.
 */
export async function showBooked(guest: GuestRequest<BookingPage>) {
  const view = viewOf(guest);
  const { page, choice, frame, request } = view;
  const own = ownBooking(request, page.tenant.slug);
  if (own !== null && guest.url.searchParams.has("again"))
    throw bookAgain(page.tenant.slug, frame.canonical);
  const known =
    (await readAfterCheckout(page, guest.url)) ?? (await readOwnBooking(page, choice, own));
  return known && show(view, { step: "booked", known }, { status: 200 });
}

/** The step in the URL with a note above; falls back one step if its time was taken. */
export async function showStep(view: View, note: Note | null, status: number): Promise<Shown> {
  const { page, choice } = view;
  const { config } = page;
  const link = config.booking_link;
  if (link !== undefined && link.state !== "active") return showLinkClosed(view, link.state);
  const { service, time } = choice;
  if (service === null) return showServices(view, note, status);
  if (choice.course) return showCourse(view, service, note, status);
  const others = choice.adds ? othersFor(choice, config) : [];
  if (others.length > 0) return showStored(view, { step: "adding", config, others }, status);
  if (time === null) return showTimes(view, service, note, status);
  const chosen = { ...view, service, time };
  if (choice.place !== null) return showPlace(chosen, choice.place);
  let slot: ChosenTime | null;
  try {
    slot = await findSlot(chosen);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    return showOften(view, service, error);
  }
  // A time that no longer needs waiting is booked.
  if (slot === null && choice.waits) return showStep(booking(view), note, status);
  if (slot === null)
    return showTimes(view, service, bad(manageTexts(view.locale).error_taken), 409);
  return showDetails(chosen, slot, prefillOf(link?.customer ?? null), { note, status });
}

/** Classes share a timetable; others have a list. */
async function showServices(view: View, note: Note | null, status: number): Promise<Shown> {
  const { page, choice } = view;
  const { actor, config } = page;
  const week =
    choice.classes.length === 0
      ? null
      : await readClassWeek(actor, choice, config.tenant.time_zone, waysOf(view));
  if (week === null) return showStored(view, { step: "services", config, note }, status);
  return showStored(view, { step: "classes", config, week, note }, status);
}

const waysOf = ({ page, locale }: View) => ({
  firstDay: firstWeekday(locale),
  mayWait: page.config.steps.waitlist,
});

/** The form of a course, or its dates if it can't be booked. */
async function showCourse(
  view: View,
  service: BookableService,
  note: Note | null,
  status: number,
): Promise<Shown> {
  const course = await readPageCourse(view, service);
  const [first] = course === null ? [] : datesAhead(course);
  if (!course?.bookable || first === undefined)
    return showTimes(withoutCourse(view), service, note, status);
  const chosen = { ...view, service, time: first.starts_at, course };
  return showDetails(chosen, null, new URLSearchParams(), { note, status });
}

/** The same choice without the course. */
export const withoutCourse = <V extends View>(view: V): V => {
  const choice = { ...view.choice, course: false };
  return { ...view, choice, frame: { ...view.frame, choice } };
};

/** Prefilled values from a booking link, treated as typed input. */
function prefillOf(customer: LinkCustomer | null): URLSearchParams {
  const filled = Object.entries(customer ?? {}).filter(
    (field): field is [string, string] => field[1] !== null,
  );
  return new URLSearchParams(filled);
}

/** For an expired booking link. */
export const showLinkClosed = (view: View, state: Exclude<LinkState, "active">): Shown =>
  show(view, { step: "closed", state }, { status: 410, headers: tokenPageHeaders });

/** The time step, even if the URL has a time. */
export async function showTimes(
  view: View,
  service: BookableService,
  note: Note | null,
  status: number,
): Promise<Shown> {
  const { page, choice, frame } = view;
  const may_change = page.config.schedules.length > 1;
  const may_add = othersFor(choice, page.config).length > 0;
  const step = { step: "times" as const, service, may_change, may_add };
  const untimed = { ...view, frame: { ...frame, choice: { ...choice, time: null, adds: false } } };
  if (!isVisit(choice)) {
    const [times, course] = await Promise.all([
      readBookingPageTimes(page.actor, choice, service, waysOf(view)),
      readPageCourse(view, service),
    ]);
    return showStored(untimed, { ...step, times, course, note }, status);
  }
  try {
    await count(view, "widget_visit_times");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return showOften(view, service, error);
  }
  const ways = { ...waysOf(view), isRead: true };
  const times = await readVisitPageTimes(page.actor, choice, service, ways);
  return showStored(untimed, { ...step, times, course: null, note }, status);
}

/** The services of a visit without times, to a visitor who has read too many of them. */
export async function showOften(
  { locale, page, choice, frame, ...view }: View,
  service: BookableService,
  error: AppError,
): Promise<Shown> {
  const ways = { firstDay: firstWeekday(locale), isRead: false };
  const times = await readVisitPageTimes(page.actor, choice, service, ways);
  const untimed = { ...choice, time: null, adds: false };
  return show(
    { ...view, locale, page, choice, frame: { ...frame, choice: untimed } },
    {
      step: "times",
      service,
      times,
      course: null,
      may_change: true,
      may_add: false,
      note: bad(refusalText(error, locale)),
    },
    { status: error.status, headers: error.extra.headers ?? {} },
  );
}

interface Answer {
  note?: Note | null;
  status: number;
  issues?: Issue[];
  alternatives?: ChosenTime[];
  /** The dates of a booking that repeats. */
  series?: WidgetSeries | null;
  /** An unused verification token. */
  token?: string | null;
  headers?: Record<string, string>;
}

async function showPlace(view: Chosen, place: number): Promise<Shown> {
  const { page, choice, service, time } = view;
  const slot = await findFullSlot(page.actor, choice, service);
  return showStored(view, { step: "on_list", service, slot, time, place }, 200);
}

/** The details step; `form`: earlier input. */
export async function showDetails(
  view: Chosen,
  slot: ChosenTime | null,
  form: URLSearchParams,
  answer: Answer,
): Promise<Shown> {
  const { page, service, time, locale, choice, course = null } = view;
  const typed = typedIn(form, locale, answer.issues ?? [], answer.token ?? null);
  const { note = null, alternatives = [], series = null } = answer;
  const details = { service, slot, time, typed, note, config: page.config };
  if (choice.waits) return showForm(view, { step: "waiting", ...details }, answer);
  const card = await cardTerms(view, slot, form);
  return showForm(
    view,
    { step: "details", ...details, card, alternatives, series, course },
    answer,
  );
}

/** Terms that the guest agrees to by keeping a card, at the price that is shown; null: nothing. */
async function cardTerms(
  { page, service, locale, choice }: Chosen,
  slot: ChosenTime | null,
  form: URLSearchParams,
): Promise<CardTerms | null> {
  if (!service.card_on_file) return null;
  const total = slot === null ? null : totalOf(service, slot, choice.party_size, form);
  return termsForGuest(page.actor, {
    schedule_id: service.id,
    price_amount: total ?? 0,
    currency: slot?.currency ?? service.currency,
    locale,
  });
}

function typedIn(
  form: URLSearchParams,
  locale: string,
  issues: Issue[],
  token: string | null,
): Typed {
  const values = [...new Set(form.keys())].map((name) => [name, form.getAll(name)] as const);
  // A new idempotency key each time the form is shown.
  return {
    values: Object.fromEntries(values),
    problems: problemsOf(issues, (name) => form.getAll(name), locale),
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
  answer: Answer,
): Shown {
  const { service, time, locale } = view;
  const typed = typedIn(form, locale, [], null);
  const rest = [...form].filter(([name]) => !OF_CODE.includes(name));
  rest.push(["destination", verification.destination]);
  const { note = null } = answer;
  return showForm(
    view,
    { step: "code", service, time, typed, verification, form: rest, note },
    answer,
  );
}

/** A page without a form: browsers may store it. With a link token, it sends no referrer. */
function showStored(view: View, step: BookStep, status: number): Shown {
  if (view.choice.link !== null) return show(view, step, { status, headers: tokenPageHeaders });
  return show(view, step, { status, is_stored: true });
}

/**
 * A page with a form: contains an idempotency key, so it is never stored. Its form may redirect to
 * a checkout.
 */
function showForm(view: Chosen, step: BookStep, { status, headers: given = {} }: Answer): Shown {
  const headers = view.choice.link === null ? given : { ...given, ...tokenPageHeaders };
  const { requires_payment, card_on_file } = view.service;
  const leads_to = requires_payment || card_on_file ? checkoutSources() : [];
  return show(view, step, { status, headers, leads_to });
}

interface Options {
  status: number;
  headers?: Record<string, string>;
  is_stored?: boolean;
  leads_to?: string[];
}

export type Shown = ReturnType<typeof pageData>;

const show = ({ frame, locale }: View, step: BookStep, options: Options): Shown =>
  pageData({ ...step, frame, locale }, options);

function pageData(
  page: BookPageData,
  { status, headers = {}, is_stored = false, leads_to = [] }: Options,
) {
  const own = publicPageHeaders({
    style: styleOf(page),
    is_indexed: page.step !== "missing" && page.frame.is_indexed,
    is_stored: is_stored && status === 200,
    leads_to,
  });
  return data(page, { status, headers: { ...own, ...headers } });
}
