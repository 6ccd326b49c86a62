import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { NewWidgetBooking } from "~/contract/booking-inputs";
import type { Issue } from "~/contract/errors";
import type { AvailableSlot } from "~/contract/slots";
import { StartVerification } from "~/contract/verification";
import { readAfterCheckout, readOwnBooking } from "./after-checkout.server";
import { bookOnPage } from "./book-on-page.server";
import { readBookingForm, type Typed } from "./booking-form";
import { addressOf, type Choice, type OfferedService, readChoice, serviceOf } from "./hosted-choice";
import { findChosenSlot, findFullSlot, readHostedTimes } from "./hosted-times.server";
import { addressAfterBooking } from "./next-address.server";
import { type HostedPage, openHostedPage } from "~/domain/widgets/open-booking-page.server";
import { readWaitingForm } from "./waiting-form";
import { checkoutSources } from "~/domain/payments/checkout-sources.server";
import { isPaymentTest } from "~/domain/payments/test-mode.server";
import { confirmVerification, startVerification } from "~/domain/verification/verification.server";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { guestPage, type GuestRequest } from "~/http/guest-page.server";
import { type PublicDocument, publicDocument } from "~/http/public-document.server";
import { bookAgain, keepOwnBooking, ownBooking, seeOther } from "~/http/own-booking.server";
import { formTicket } from "~/http/idempotency.server";
import { countCall } from "~/http/limits.server";
import { acceptedTags, localeOf, pickLocale } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { env } from "~/lib/env.server";
import { IdempotentReplay } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { AfterCheckout } from "./after-checkout-page";
import { type BookFrame, bookStyleOf, NoSuchPage } from "./book-document";
import { bookTexts, firstWeekday, languageNamed } from "./book-language";
import { problemsOf, refusalText } from "./book-problems";
import { ServiceChoice, TimeChoice } from "./choose-page";
import { CodeEntry, Details } from "./details-page";
import { OnWaitingList, WaitingDetails } from "./waiting-page";
import { manageTexts } from "~/ui/guest-page/manage-language";
import type { Note } from "~/ui/guest-page/manage-page";

// The page on which anyone books with a company. Links and one form are enough; where scripts run, the widget takes their place.

interface View {
  page: HostedPage;
  choice: Choice;
  frame: BookFrame;
  locale: string;
  request: Request;
  ip: string;
}

/** A view in which service and time are chosen. */
interface Chosen extends View {
  service: OfferedService;
  time: string;
}

function viewOf({ request, url, ip, subject: page }: GuestRequest<HostedPage>): View {
  const lang = languageNamed(url.searchParams.get("lang"));
  const choice = readChoice(page.config, url.searchParams, lang);
  const locale = pickPageLocale(lang, request.headers.get("Accept-Language"), page.tenant.locale);
  const canonical = `${env.BASE_URL}/book/${page.tenant.slug}`;
  const { tenant, key, is_indexed } = page;
  const { theme } = page.config.branding;
  const frame = { locale, tenant, choice, canonical, key, theme, is_indexed, is_test: isPaymentTest() };
  return { page, choice, frame, locale, request, ip };
}

const route = guestPage<HostedPage>({
  public: "slug",
  open: (slug, requestId, query) => openHostedPage(slug, requestId, serviceOf(query)),
  missing: (request) => {
    const locale = pickPageLocale(null, request.headers.get("Accept-Language"), "en");
    return answer(<NoSuchPage locale={locale} />, null, { status: 404 });
  },
  show: async (guest) => (await showBooked(guest)) ?? showStep(viewOf(guest), null, 200),
  refuse: (guest) => {
    const view = viewOf(guest);
    return showStep(view, bad(manageTexts(view.locale).error_other), 400);
  },
  change: (guest, form) => {
    const view = viewOf(guest);
    const { service, time } = view.choice;
    if (service === null || time === null) return showStep(view, bad(manageTexts(view.locale).error_taken), 409);
    return answerForm({ ...view, service, time }, form);
  },
});
export const loader = route.loader;
export const action = route.action;

/** How a booking stands: the one whose checkout the address names, or the one this browser has just made. null: neither. */
async function showBooked(guest: GuestRequest<HostedPage>): Promise<Response | null> {
  const { page, choice, frame, request } = viewOf(guest);
  const own = ownBooking(request, page.tenant.slug);
  if (own !== null && guest.url.searchParams.has("again")) return bookAgain(page.tenant.slug, frame.canonical);
  const known = (await readAfterCheckout(page, guest.url)) ?? (await readOwnBooking(page, choice, own));
  return known && answer(<AfterCheckout frame={frame} known={known} />, page, { status: 200 });
}

const bad = (text: string): Note => ({ kind: "bad", text });

/** The step that the address says; where its time is free no longer, the one before. */
async function showStep(view: View, note: Note | null, status: number): Promise<Response> {
  const { page, choice, frame } = view;
  const { service, time } = choice;
  if (service === null) return show(view, <ServiceChoice frame={frame} config={page.config} note={note} />, status);
  if (time === null) return showTimes(view, service, note, status);
  const chosen = { ...view, service, time };
  if (choice.place !== null) return showPlace(chosen, choice.place);
  const slot = await findSlot(chosen);
  // What need not be waited for any more is booked.
  if (slot === null && choice.waits) return showStep(booking(view), note, status);
  if (slot === null) return showTimes(view, service, bad(manageTexts(view.locale).error_taken), 409);
  return showDetails(chosen, slot, new URLSearchParams(), { note, status });
}

const findSlot = ({ page: { actor }, choice, service }: Chosen): Promise<AvailableSlot | null> =>
  (choice.waits ? findFullSlot : findChosenSlot)(actor, choice, service);

/** The same choice, to be booked rather than waited for. */
function booking<V extends View>(view: V): V {
  const choice = { ...view.choice, waits: false };
  return { ...view, choice, frame: { ...view.frame, choice } };
}

async function showTimes(view: View, service: OfferedService, note: Note | null, status: number): Promise<Response> {
  const { page, choice, frame, locale } = view;
  const ways = { firstDay: firstWeekday(locale), mayWait: page.config.steps.waitlist };
  const times = await readHostedTimes(page.actor, choice, service, ways);
  const mayChange = page.config.schedules.length > 1;
  const untimed = { ...frame, choice: { ...choice, time: null } };
  return show(
    view,
    <TimeChoice frame={untimed} service={service} times={times} may_change={mayChange} note={note} />,
    status,
  );
}

interface Shown {
  note?: Note | null;
  status: number;
  issues?: Issue[];
  alternatives?: AvailableSlot[];
  /** A proof of the address that has not been used up. */
  token?: string | null;
  headers?: Record<string, string>;
}

async function showPlace(view: Chosen, place: number): Promise<Response> {
  const { page, choice, frame, service, time } = view;
  const slot = await findFullSlot(page.actor, choice, service);
  return show(view, <OnWaitingList {...{ frame, service, slot, time, place }} />, 200);
}

function showDetails(view: Chosen, slot: AvailableSlot | null, form: URLSearchParams, shown: Shown): Response {
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

function typedIn(form: URLSearchParams, locale: string, issues: Issue[], token: string | null): Typed {
  const value = (name: string) => form.getAll(name);
  // A key for each time the form is shown: sent twice, it books once.
  return { value, problems: problemsOf(issues, value, locale), attempt: newId(), verification_token: token };
}

async function answerForm(view: Chosen, form: URLSearchParams): Promise<Response> {
  const slot = await findSlot(view);
  const intent = form.get("intent");
  if (view.choice.waits && slot === null) return showFree(view, form);
  if (intent === "back") return showDetails(view, slot, form, { status: 200 });
  const { order, issues } = view.choice.waits ? readWaiting(view, form, slot!.id) : readBooking(view, form);
  if (order === null) {
    return showDetails(view, slot, form, { note: bad(bookTexts(view.locale).error_fields), status: 422, issues });
  }
  let { token } = order;
  try {
    if (view.page.config.verification !== "off" && token === undefined) {
      if (intent !== "confirm") return await sendCode(view, form, order.customer);
      token = await confirmCode(view, form);
    }
    await count(view, "widget_booking");
    const { Location, booking_id } = await order.place(token);
    const cookie = booking_id === undefined ? null : keepOwnBooking(view.page.tenant.slug, booking_id);
    return seeOther(Location, cookie);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return showRefusal(view, slot, form, error, token ?? null);
  }
}

/** What a form asks for: a booking, or a place on the waiting list. */
interface Order {
  customer: NewWidgetBooking["customer"];
  /** A proof of the address that came with it. */
  token: string | undefined;
  /** Carries it out; the address where the visitor goes on, and the booking that is to be paid. */
  place: (token: string | undefined) => Promise<{ Location: string; booking_id?: string }>;
}
type ReadOrder = { order: Order; issues: [] } | { order: null; issues: Issue[] };

function readBooking(view: Chosen, form: URLSearchParams): ReadOrder {
  const { page, choice, service, time, locale } = view;
  const resource = choice.resource ?? choice.resources[0]!; // a service that is offered has one
  const target = { schedule_id: service.id, resource_id: resource.id, starts_at: time };
  const { questions } = service;
  const { input, issues } = readBookingForm(form, { target, party_size: choice.party_size, locale, questions });
  if (input === null) return { order: null, issues };
  const place = async (verification_token: string | undefined) => {
    const wish = { ...input, verification_token };
    const ticket = ticketOf(view, form, "POST /book");
    const booked = await once(() => bookOnPage(page.actor, choice, service, wish, ticket));
    const Location = addressAfterBooking(page.actor, booked);
    return booked.payment === null ? { Location } : { Location, booking_id: booked.booking.id };
  };
  return { order: { customer: input.customer, token: input.verification_token, place }, issues: [] };
}

function readWaiting(view: Chosen, form: URLSearchParams, slot_id: string): ReadOrder {
  const { page, choice, frame, locale } = view;
  const asks_phone = page.config.steps.phone === "required";
  const { input, issues } = readWaitingForm(form, { slot_id, party_size: choice.party_size, locale, asks_phone });
  if (input === null) return { order: null, issues };
  const place = async (verification_token: string | undefined) => {
    const ticket = ticketOf(view, form, "POST /book waiting");
    const joined = await once(() => joinWaitlist(page.actor, { ...input, verification_token }, ticket));
    return { Location: `${frame.canonical}${addressOf(choice, { place: joined.position })}` };
  };
  return { order: { customer: input.customer, token: input.verification_token, place }, issues: [] };
}

/** Sent twice, a form counts once. */
const ticketOf = ({ page, time, choice }: Chosen, form: URLSearchParams, route: string) =>
  formTicket(page.actor, route, form.get("attempt") ?? "", [time, choice.party_size, [...form]]);

/** Nobody needs to wait for a time with a free place: it can be booked, with all that was typed. */
async function showFree(view: Chosen, form: URLSearchParams): Promise<Response> {
  const now = booking(view);
  const slot = await findSlot(now);
  if (slot === null) return showTimes(now, view.service, bad(manageTexts(view.locale).error_taken), 409);
  return showDetails(now, slot, form, { note: { kind: "good", text: bookTexts(view.locale).free_again }, status: 409 });
}

/** What was answered before to the same form is answered again. */
async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdempotentReplay) return JSON.parse(error.body) as T; // kept by the same work
    throw error;
  }
}

const count = ({ page: { actor }, ip }: View, limit: Parameters<typeof countCall>[0]) =>
  countCall(limit, { ip, id: actor.key_id, tenant_id: actor.tenant.id });

/** Sends a code to the address that was typed, and asks for it. */
async function sendCode(view: Chosen, form: URLSearchParams, customer: Order["customer"]): Promise<Response> {
  const { actor, config } = view.page;
  const isSms = config.verification === "sms" || (config.verification === "either" && form.get("channel") === "sms");
  const channel = isSms ? "sms" : "email";
  const asked = StartVerification.safeParse({ channel, destination: (isSms ? customer.phone : customer.email) ?? "" });
  if (!asked.success)
    throw new AppError("validation_failed", "", { issues: [{ path: "destination", code: "invalid", message: "" }] });
  await count(view, "verify");
  const { verification_id } = await startVerification(actor, asked.data, null, view.locale);
  return askCode(view, form, { id: verification_id, destination: asked.data.destination }, { status: 200 });
}

async function confirmCode(view: Chosen, form: URLSearchParams): Promise<string> {
  const { actor } = view.page;
  await count(view, "verify_confirm");
  const given = {
    verification_id: form.get("verification_id") ?? "",
    code: (form.get("code") ?? "").replace(/\D/g, ""),
  };
  const ticket = formTicket(actor, "POST /book code", form.get("attempt") ?? "", given);
  return (await once(() => confirmVerification(actor, given, ticket))).verification_token;
}

/** What the step of the code asks or sends by itself; all else is taken along. */
const OF_CODE = ["code", "intent", "attempt", "verification_id", "verification_token", "destination"];

function askCode(
  view: Chosen,
  form: URLSearchParams,
  verification: { id: string; destination: string },
  shown: Shown,
): Response {
  const { frame, service, time, locale } = view;
  const typed = typedIn(form, locale, [], null);
  const rest = [...form].filter(([name]) => !OF_CODE.includes(name));
  rest.push(["destination", verification.destination]);
  const code = <CodeEntry {...{ frame, service, time, typed, verification }} form={rest} note={shown.note ?? null} />;
  return answerForms(view, code, shown);
}

function showRefusal(
  view: Chosen,
  slot: AvailableSlot | null,
  form: URLSearchParams,
  error: AppError,
  token: string | null,
): Promise<Response> | Response {
  const note = bad(refusalText(error, view.locale));
  const { issues = [], headers = {}, details } = error.extra;
  const shown = { note, status: error.status, headers };
  const id = form.get("verification_id");
  const isAboutCode = token === null && (error.code === "verification_failed" || error.code === "rate_limited");
  if (isAboutCode && id !== null) return askCode(view, form, { id, destination: form.get("destination") ?? "" }, shown);
  // A proof that was refused is of no use again.
  const kept = error.code === "verification_failed" ? null : token;
  if (issues.some(({ code }) => code === "not_full")) return showFree(view, form);
  const alternatives = (details?.["alternatives"] ?? []) as AvailableSlot[]; // as createWidgetBooking gives them
  if (error.code === "slot_unavailable" && alternatives.length > 0)
    return showDetails(view, slot, form, { status: error.status, alternatives, token: kept });
  if (["slot_unavailable", "outside_booking_window", "not_found"].includes(error.code))
    return showTimes(view, view.service, note, error.status);
  return showDetails(view, slot, form, { ...shown, issues, token: kept });
}

/** The language named in the address, else the browser's, else the company's; of each the reader's own region where it says one. */
function pickPageLocale(lang: string | null, accepted: string | null, tenant: string): string {
  if (lang === null) return pickLocale(accepted, tenant);
  const own = [...acceptedTags(accepted ?? ""), tenant].filter((tag) => localeOf(tag) === lang && tag.startsWith(lang));
  return pickLocale([...own, lang], lang);
}

/** A page without a form of its own: a browser that has it already is only told so. */
function show({ page, request }: View, element: ReactElement, status: number): Response {
  const known = status === 200 ? request.headers.get("If-None-Match") : undefined;
  return answer(element, page, { status, known });
}

/** A page with a form, which carries a key of its own and is kept nowhere. Sent, it may lead on to a checkout. */
function answerForms({ page, service }: Chosen, element: ReactElement, { status, headers = {} }: Shown): Response {
  return answer(element, page, { status, headers, leads_to: service.requires_payment ? checkoutSources() : [] });
}

const answer = (element: ReactElement, page: HostedPage | null, options: Omit<PublicDocument, "html" | "style">) =>
  publicDocument({
    ...options,
    html: `<!doctype html>${renderToStaticMarkup(element)}`,
    style: bookStyleOf(page?.tenant.accent ?? null, page?.config.branding.theme ?? "auto"),
    is_indexed: page?.is_indexed ?? false,
  });
