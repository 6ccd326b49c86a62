import type { ScheduleCourse } from "~/contract/course";
import { isPaymentTest } from "~/lib/payment-test.server";
import { toGuestTenant } from "~/domain/guest-page/guest-booking";
import type { BookingPage } from "~/domain/widgets/open-booking-page.server";
import type { GuestRequest } from "~/http/guest-request.server";
import { countCall } from "~/http/limits.server";
import type { LocaleTag } from "~/i18n/locales";
import { env } from "~/lib/env.server";
import type { Note } from "~/ui/guest-page/guest-layout";
import type { BookFrame } from "./book-layout";
import { languageNamed, pickPageLocale } from "./book-language";
import { readChoice } from "./booking-page-choice";
import type { Choice, BookableService } from "./choice";
import type { ChosenTime } from "./booking-page-times";
import { findChosenSlot, findFullSlot, findVisit } from "./booking-page-times.server";
import { isVisit } from "./visit-parts";

/** A visitor of a booking page and the choices in their URL. */
export interface View {
  page: BookingPage;
  choice: Choice;
  frame: BookFrame;
  locale: LocaleTag;
  request: Request;
  ip: string;
}

/** A view with service and time chosen. */
export interface Chosen extends View {
  service: BookableService;
  /** Of a course: the first date that is booked. */
  time: string;
  /** Present if the service is booked as its course. */
  course?: ScheduleCourse;
}

export function viewOf({ request, url, ip, subject: page }: GuestRequest<BookingPage>): View {
  const lang = languageNamed(url.searchParams.get("lang"));
  const choice = readChoice(page.config, url.searchParams, lang);
  const locale = pickPageLocale(lang, request.headers.get("Accept-Language"), page.tenant.locale);
  const canonical = `${env.BASE_URL}/book/${page.tenant.slug}`;
  const { tenant, key, is_indexed } = page;
  const { theme } = page.config.branding;
  const frame = {
    locale,
    tenant: toGuestTenant(tenant),
    choice,
    canonical,
    key,
    theme,
    is_indexed,
    is_test: isPaymentTest(),
  };
  return { page, choice, frame, locale, request, ip };
}

/** The same choice for booking instead of waiting. */
export function booking<V extends View>(view: V): V {
  const choice = { ...view.choice, waits: false };
  return { ...view, choice, frame: { ...view.frame, choice } };
}

/** Throws rate_limited, with Retry-After (seconds). */
export const count = ({ page: { actor }, ip }: View, limit: Parameters<typeof countCall>[0]) =>
  countCall(limit, { ip, id: actor.key_id, tenant_id: actor.tenant.id });

/**
 * The slot of the chosen time, or the visit; null if it was taken, or no longer needs waiting for.
 * Throws rate_limited.
 */
export async function findSlot(view: Chosen): Promise<ChosenTime | null> {
  const { page, choice, service } = view;
  if (isVisit(choice)) {
    await count(view, "widget_visit_times");
    return findVisit(page.actor, choice, service);
  }
  return (choice.waits ? findFullSlot : findChosenSlot)(page.actor, choice, service);
}

export const bad = (text: string): Note => ({ kind: "bad", text });
