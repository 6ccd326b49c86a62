import { redirect } from "@remix-run/node";
import type { UserActor } from "~/domain/identity/actor";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { ScheduleForm, toScheduleForm } from "~/ui/services/schedule-form";
import { listUnpayableServices, readPaymentsStep } from "../payments-step.server";

const DURATIONS = [15, 20, 30, 45, 60, 90, 120, 180, 240];

export type ScheduleView = Awaited<ReturnType<typeof loadSchedule>>;

/** The first service as far as it is known. Throws the redirect to the step before where that is missing. */
export async function loadSchedule(actor: UserActor) {
  const { resource, schedule } = (await readOnboarding(actor)).data;
  if (resource === null) throw redirect("/onboarding/resource");
  const known = toScheduleForm(schedule);
  const minutes = [...new Set([...DURATIONS, known.duration_minutes])].sort((a, b) => a - b);
  return {
    limits: fieldLimits(ScheduleForm),
    known,
    payments: actor.tenant.takes_payments ? "on" : (await readPaymentsStep(actor)).state,
    unpayable: await listUnpayableServices(actor),
    resource: resource.name,
    currency: schedule?.currency ?? actor.tenant.currency,
    time_zone: actor.tenant.time_zone,
    /** In minutes. */
    durations: minutes,
  };
}
