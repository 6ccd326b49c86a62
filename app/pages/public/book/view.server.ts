import type { AvailableSlot } from "~/contract/slots";
import { isPaymentTest } from "~/lib/payment-test.server";
import type { BookingPage } from "~/domain/widgets/open-booking-page.server";
import type { GuestRequest } from "~/http/guest-page.server";
import { countCall } from "~/http/limits.server";
import { acceptedTags, localeOf, pickLocale } from "~/i18n/locales";
import { env } from "~/lib/env.server";
import type { Note } from "~/ui/guest-page/manage-page";
import type { BookFrame } from "./book-document";
import { languageNamed } from "./book-language";
import { type Choice, type BookableService, readChoice } from "./booking-page-choice";
import { findChosenSlot, findFullSlot } from "./booking-page-times.server";

/** A visitor of a company's booking page, and what they have chosen by its address. */
export interface View {
  page: BookingPage;
  choice: Choice;
  frame: BookFrame;
  locale: string;
  request: Request;
  ip: string;
}

/** A view in which service and time are chosen. */
export interface Chosen extends View {
  service: BookableService;
  time: string;
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
    tenant,
    choice,
    canonical,
    key,
    theme,
    is_indexed,
    is_test: isPaymentTest(),
  };
  return { page, choice, frame, locale, request, ip };
}

/** The language named in the address, else the browser's, else the company's; of each the reader's own region where it says one. */
export function pickPageLocale(
  lang: string | null,
  accepted: string | null,
  tenant: string,
): string {
  if (lang === null) return pickLocale(accepted, tenant);
  const own = [...acceptedTags(accepted ?? ""), tenant].filter(
    (tag) => localeOf(tag) === lang && tag.startsWith(lang),
  );
  return pickLocale([...own, lang], lang);
}

/** The same choice, to be booked rather than waited for. */
export function booking<V extends View>(view: V): V {
  const choice = { ...view.choice, waits: false };
  return { ...view, choice, frame: { ...view.frame, choice } };
}

/** Throws rate_limited, with Retry-After (seconds). */
export const count = ({ page: { actor }, ip }: View, limit: Parameters<typeof countCall>[0]) =>
  countCall(limit, { ip, id: actor.key_id, tenant_id: actor.tenant.id });

/** The slot of the chosen time; null: it is free no longer, or need not be waited for. */
export const findSlot = ({
  page: { actor },
  choice,
  service,
}: Chosen): Promise<AvailableSlot | null> =>
  (choice.waits ? findFullSlot : findChosenSlot)(actor, choice, service);

export const bad = (text: string): Note => ({ kind: "bad", text });
