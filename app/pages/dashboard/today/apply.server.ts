import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import type { ChecklistForm } from "~/domain/onboarding/checklist";
import { declineItem, hideChecklist } from "~/domain/onboarding/checklist.sql.server";
import { makeTestBooking } from "~/domain/onboarding/test-booking.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { describeBookings } from "~/ui/booking/booking-lines";

const TODAY = "/dashboard";

/**
 * Executes a form of the checklist; the message after a test booking can undo it. Throws like
 * makeTestBooking.
 */
export async function applyChecklistForm(actor: UserActor, form: ChecklistForm): Promise<Response> {
  if (form.intent === "not_needed") {
    await declineItem(actor, form.item);
    return redirect(TODAY);
  }
  if (form.intent === "hide_checklist") {
    await hideChecklist(actor);
    return redirectWith(TODAY, t("Set-up hidden. Everything in it is in the menu."));
  }
  const booking = await makeTestBooking(actor);
  // one booking in, one line out
  const { day, time, resource } = describeBookings([booking], [], calendarOf(actor))[0]!;
  return redirectWith(
    TODAY,
    t("Test booking added: {{day}}, {{time}}, {{resource}}. No emails are sent.", {
      day,
      time,
      resource: isolate(resource),
    }),
    {
      action: `/dashboard/bookings/${booking.id}`,
      fields: { intent: "remove_test" },
    },
  );
}
