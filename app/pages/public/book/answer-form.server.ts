import type { LinkState } from "~/contract/booking-links";
import type { ScheduleCourse } from "~/contract/course";
import type { WidgetSeries } from "~/contract/widget";
import { keepOwnBooking, seeOther } from "~/http/own-booking.server";
import { AppError } from "~/lib/app-error";
import { manageTexts } from "~/ui/guest-page/manage-language";
import { bookTexts } from "./book-language";
import { totalOf } from "./addon-choice";
import { refusalText } from "./book-problems";
import { fieldOf } from "~/ui/guest-page/question-form";
import { withoutRefused } from "./booking-form";
import { type Order, readBooking, readWaiting } from "./order.server";
import type { BookableService } from "./choice";
import { datesAhead, shownStarts } from "./course-choice";
import { readPageCourse } from "./course.server";
import { shownDates } from "./repeat-choice";
import { readDates } from "./repeat.server";
import {
  askCode,
  showDetails,
  showLinkClosed,
  type Shown,
  showOften,
  showTimes,
  withoutCourse,
} from "./show.server";
import { codeChannel, confirmCode, sendCode } from "./verify.server";
import type { ChosenTime } from "./booking-page-times";
import { addonsAmount, inForm, isVisit, partsOf } from "./visit-parts";
import { bad, booking, type Chosen, count, findSlot, type View } from "./view.server";

/** Handles the form of a course. */
export async function answerCourseForm(
  view: View,
  service: BookableService,
  form: URLSearchParams,
): Promise<Shown> {
  const course = await readPageCourse(view, service, form);
  const [first] = course === null ? [] : datesAhead(course);
  if (course === null || first === undefined)
    return showTimes(withoutCourse(view), service, null, 409);
  return answerForm({ ...view, service, time: first.starts_at, course }, form);
}

/**
 * Handles the details form: books or joins the waiting list, verifies the contact first if
 * required, or shows the form again. Throws the redirect to the booking.
 */
export async function answerForm(view: Chosen, given: URLSearchParams): Promise<Shown> {
  const form = withoutRefused(given, optionalFields(view, given));
  const { course } = view;
  let slot: ChosenTime | null;
  try {
    slot = course === undefined ? await findSlot(view) : null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    return showOften(view, view.service, error);
  }
  const intent = form.get("intent");
  if (intent === "language") return showTranslated(view, slot, given);
  if (view.choice.waits && slot === null) return showFree(view, form);
  if (intent === "back") return showDetails(view, slot, form, { status: 200 });
  const { order, issues } = view.choice.waits
    ? readWaiting(view, form, slot!.id!)
    : readBooking(view, form);
  if (order === null) {
    return showDetails(view, slot, form, {
      note: bad(bookTexts(view.locale).error_fields),
      status: 422,
      issues,
    });
  }
  let { token } = order;
  let series: WidgetSeries | null = null;
  try {
    if (course !== undefined && isOtherCourse(course, form))
      return await showDetails(view, slot, form, {
        note: { kind: "good", text: courseNote(view, course, form) },
        status: 409,
        token: token ?? null,
      });
    series = await readDates(view, form);
    if (slot !== null && !view.choice.waits && lacksTotal(view, slot, form, series))
      return showTotal(view, slot, form, series, token ?? null);
    const isProof = view.page.config.verification !== "off" || intent === "confirm";
    if (isProof && token === undefined) {
      if (intent !== "confirm")
        return askCode(view, form, await sendCode(view, form, order.customer), { status: 200 });
      token = await confirmCode(view, form);
    }
    await count(view, "widget_booking");
    const { Location, booking_id } = await order.place(token, series);
    const cookie =
      booking_id === undefined ? null : keepOwnBooking(view.page.tenant.slug, booking_id);
    throw seeOther(Location, cookie);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "verification_required" && token === undefined)
      return proveFirst(view, slot, form, order.customer);
    return showRefusal(view, slot, form, error, token ?? null);
  }
}

/** Whether a course that can be booked has other dates or another price than the form showed. */
const isOtherCourse = (course: ScheduleCourse, form: URLSearchParams): boolean =>
  course.bookable &&
  (form.get("shown_dates") !== shownStarts(course) ||
    form.get("expected_amount") !== String(course.price_amount ?? 0));

/** The price of people who were just chosen is new, and nothing else. */
function courseNote({ locale, service }: Chosen, course: ScheduleCourse, form: URLSearchParams) {
  const { people_total, course_check } = bookTexts(locale);
  const isSame = form.get("shown_dates") === shownStarts(course);
  return isSame && service.person_kinds.length > 0 ? people_total : course_check;
}

/** The form with the dates and the total that it would book. */
function showTotal(
  view: Chosen,
  slot: ChosenTime,
  form: URLSearchParams,
  series: WidgetSeries | null,
  token: string | null,
): Promise<Shown> {
  const { repeat_check, addons_total, people_total } = bookTexts(view.locale);
  const hasKinds = view.service.person_kinds.length > 0;
  const text = series !== null ? repeat_check : hasKinds ? people_total : addons_total;
  return showDetails(view, slot, form, {
    note: { kind: "good", text },
    status: 409,
    series,
    token,
  });
}

/** Whether the dates or the total with the chosen people and extras differ from those shown with the form. */
function lacksTotal(
  { service, choice, page }: Chosen,
  slot: ChosenTime,
  form: URLSearchParams,
  series: WidgetSeries | null,
): boolean {
  if ((form.get("shown_dates") ?? "") !== shownDates(series)) return true;
  if (series !== null) return form.get("expected_amount") !== String(series.price_amount ?? 0);
  if (isVisit(choice)) {
    const hasAddons = partsOf(choice, service).some((part) => part.service.addons.length > 0);
    const sum = (slot.price_amount ?? 0) + addonsAmount(form, choice, service, page.config);
    return hasAddons && form.get("expected_amount") !== String(sum);
  }
  if (service.addons.length + service.person_kinds.length === 0) return false;
  const total = totalOf(service, slot, choice.party_size, form) ?? 0;
  return form.get("expected_amount") !== String(total);
}

/**
 * Verification is required although the configuration doesn't ask for it: the limit of unverified
 * bookings is reached.
 */
async function proveFirst(
  view: Chosen,
  slot: ChosenTime | null,
  form: URLSearchParams,
  customer: Order["customer"],
): Promise<Shown> {
  try {
    return askCode(view, form, await sendCode(view, form, customer), { status: 200 });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return showRefusal(view, slot, form, error, null);
  }
}

/** The step of the form in another language, with all its input. */
async function showTranslated(
  view: Chosen,
  slot: ChosenTime | null,
  form: URLSearchParams,
): Promise<Shown> {
  const id = form.get("verification_id");
  const destination = form.get("destination") ?? "";
  if (id !== null) return askCode(view, form, { id, destination }, { status: 200 });
  return showDetails(view, slot, form, { status: 200, token: form.get("verification_token") });
}

/** Fields that are not required for a booking. */
function optionalFields({ page, service, choice }: Chosen, form: URLSearchParams): string[] {
  const { steps, verification } = page.config;
  const needsPhone = steps.phone === "required" || codeChannel(verification, form) === "sms";
  return [
    ...(needsPhone ? [] : ["phone"]),
    ...(steps.notes === "required" ? [] : ["notes"]),
    ...partsOf(choice, service)
      .flatMap((part, index) => inForm(part, index, page.config).questions)
      .filter(({ required }) => !required)
      .map(fieldOf),
  ];
}

/** A full slot has become free, so offer to book it and keep all input. */
async function showFree(view: Chosen, form: URLSearchParams): Promise<Shown> {
  const now = booking(view);
  const slot = await findSlot(now);
  if (slot === null)
    return showTimes(now, view.service, bad(manageTexts(view.locale).error_taken), 409);
  return showDetails(now, slot, form, {
    note: { kind: "good", text: bookTexts(view.locale).free_again },
    status: 409,
  });
}

/** Refusals of a booking that repeats whose dates are shown again as they are now. */
const OF_DATES = [
  "slot_unavailable",
  "outside_booking_window",
  "price_changed",
  "version_conflict",
];

/** Shows the step that can fix the error, with a message above. */
async function showRefusal(
  view: Chosen,
  slot: ChosenTime | null,
  form: URLSearchParams,
  error: AppError,
  token: string | null,
): Promise<Shown> {
  if (error.code === "booking_link_unavailable")
    // set by linkUnavailable
    return showLinkClosed(view, error.extra.details?.["reason"] as Exclude<LinkState, "active">);
  const note = bad(refusalText(error, view.locale));
  const { issues = [], headers = {}, details } = error.extra;
  const shown = { note, status: error.status, headers };
  const id = form.get("verification_id");
  const isAboutCode =
    token === null && (error.code === "verification_failed" || error.code === "rate_limited");
  if (isAboutCode && id !== null)
    return askCode(view, form, { id, destination: form.get("destination") ?? "" }, shown);
  // A rejected token can't be used again.
  const reusable = error.code === "verification_failed" ? null : token;
  if (issues.some(({ code }) => code === "not_full")) return showFree(view, form);
  if (view.course !== undefined && OF_DATES.includes(error.code)) {
    const course = await readPageCourse(view, view.service, form);
    if (!course?.bookable) return showTimes(withoutCourse(view), view.service, note, error.status);
    return showDetails({ ...view, course }, slot, form, { ...shown, token: reusable });
  }
  // set by createWidgetBooking
  const alternatives = (details?.["alternatives"] ?? []) as ChosenTime[];
  if (error.code === "slot_unavailable" && alternatives.length > 0)
    return showDetails(view, slot, form, { status: error.status, alternatives, token: reusable });
  if (slot !== null && OF_DATES.includes(error.code)) {
    const series = await readDates(view, form).catch(() => null);
    if (series !== null)
      return showDetails(view, slot, form, { ...shown, series, token: reusable });
  }
  if (["slot_unavailable", "outside_booking_window", "not_found"].includes(error.code))
    return showTimes(view, view.service, note, error.status);
  return showDetails(view, slot, form, { ...shown, issues, token: reusable });
}
