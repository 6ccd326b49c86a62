import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { findTestBooking } from "~/domain/onboarding/test-booking.server";
import { previewDefaultWidget } from "~/domain/widgets/read-widget-config.server";
import { calendarOf } from "~/http/page-calendar.server";
import { dashboardLocale } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";
import { describeBookings } from "~/ui/booking/booking-lines";
import { firstBookableTime } from "./first-time.server";
import { listUnpayableServices } from "../payments-step.server";

export type DoneView = Awaited<ReturnType<typeof loadDone>>;

/** Data of the last set-up page. Throws a redirect if set-up is incomplete. */
export async function loadDone(actor: UserActor) {
  const { completed } = await readOnboarding(actor);
  if (!completed.includes("schedule")) throw redirect("/onboarding");
  const { name, locale, time_zone } = actor.tenant;
  const [first, test, unpayable, preview] = await Promise.all([
    firstBookableTime(actor),
    findTestBooking(actor),
    listUnpayableServices(actor),
    previewDefaultWidget(actor),
  ]);
  const words = new Intl.DateTimeFormat(dashboardLocale(pageLocale(), locale), {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: time_zone,
  });
  return {
    company: name,
    time_zone,
    first: first === null ? null : words.format(new Date(first)),
    // one booking in, one line out
    test: test && describeBookings([test], [], calendarOf(actor))[0]!,
    unpayable,
    awaits_payments: first === null && unpayable.length > 0,
    preview,
    page: `/book/${actor.tenant.slug}`,
  };
}
