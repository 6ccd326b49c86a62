import { data } from "@remix-run/node";
import { bookingTime, bookingZones } from "~/domain/bookings/read/booking-time";
import { manageUrl } from "~/domain/bookings/links/manage-link.server";
import { toGuestTenant } from "~/domain/guest-page/guest-booking";
import type { OpenedWaiting } from "~/domain/waitlist/open-waiting-link.server";
import { bookUrl } from "~/domain/tenants/book-url.server";
import { secretPageHeaders } from "~/http/guest-headers.server";
import { mailLocale } from "~/i18n/locales";
import { isPaymentTest } from "~/lib/payment-test.server";
import { type Frame, guestStyle } from "~/ui/guest-page/guest-layout";
import { chooseLocale } from "~/ui/guest-page/manage-language";

/** A guest's place on the list, in their language. */
export interface WaitingView {
  /** `over`: the time has passed, or the offer was accepted or has lapsed. */
  state: "waiting" | "offered" | "left" | "over";
  what: string;
  when: string;
  zone: string;
  other_when: string | null;
  party_size: number;
  /** The page of the booking that offers a seat. */
  offer_url: string | null;
  book_url: string;
}

export interface WaitingPageData {
  frame: Frame;
  /** null: the link opens nothing. */
  view: WaitingView | null;
}

export function showWaiting({ tenant, entry }: OpenedWaiting, request: Request, status = 200) {
  const { customer, place, starts_at, ends_at, service, resource_name } = entry;
  const accepted = request.headers.get("Accept-Language");
  const wanted = chooseLocale(customer.locale ?? null, accepted, tenant.locale);
  const locale = mailLocale(wanted, tenant);
  const zones = bookingZones(starts_at, place, {
    company: tenant.time_zone,
    guest: customer.time_zone ?? tenant.time_zone,
  });
  const { when, zone, other_when } = bookingTime(starts_at, ends_at, zones, locale);
  const isOffered = entry.status === "offered" && entry.booking_id !== null;
  const isOver = entry.status !== "waiting" && entry.status !== "left";
  const state = isOffered ? "offered" : isOver ? "over" : (entry.status as "waiting" | "left");
  const view: WaitingView = {
    state,
    what: service === null ? resource_name : `${service} · ${resource_name}`,
    when,
    zone,
    other_when,
    party_size: entry.party_size,
    offer_url: isOffered ? manageUrl(tenant.id, entry.booking_id!) : null,
    book_url: bookUrl(tenant.slug),
  };
  const frame = { locale, tenant: toGuestTenant(tenant), is_test: isPaymentTest() };
  return pageData({ frame, view }, status);
}

/** For an invalid link. */
export function showMissing(request: Request) {
  const locale = chooseLocale(null, request.headers.get("Accept-Language"), "en");
  return pageData({ frame: { locale, tenant: null, is_test: false }, view: null }, 404);
}

function pageData(page: WaitingPageData, status: number) {
  const headers = secretPageHeaders(guestStyle(page.frame.tenant?.accent ?? null));
  return data(page, { status, headers });
}
