import { redirect } from "@remix-run/node";
import { USUAL } from "~/domain/onboarding/business-kinds";
import { readOnboarding } from "~/domain/onboarding/onboarding.server";
import { readBusinessKind, readSetUpResources } from "~/domain/onboarding/set-up-resources.server";
import type { UserActor } from "~/domain/identity/actor";
import { previewDefaultWidget } from "~/domain/widgets/read-widget-config.server";
import { pageLocale, plural, t } from "~/i18n/text";
import { fieldLimits } from "~/ui/form/field-limits";
import { WORDS } from "../business-words";
import { listUnpayableServices, readPaymentsStep } from "../payments-step.server";
import { ScheduleForm, TimetableForm, toScheduleForm } from "./schedule-form";

const DURATIONS = [15, 20, 30, 45, 60, 90, 120, 180, 240];
const MAX_NAMED = 3;

export type ScheduleView = Awaited<ReturnType<typeof loadSchedule>>;

/** The saved first service, or defaults. Throws a redirect if the previous step is missing. */
export async function loadSchedule(actor: UserActor) {
  const tenantId = actor.tenant.id;
  const [{ data }, resources, kind, config] = await Promise.all([
    readOnboarding(actor),
    readSetUpResources(tenantId),
    readBusinessKind(tenantId).then((known) => known ?? ("people" as const)),
    previewDefaultWidget(actor),
  ]);
  const [first] = resources;
  if (first === undefined) throw redirect("/onboarding/resource");
  const names = resources.map(({ name }) => name);
  // A single class is itself the service; people and rooms offer a service with a separate name.
  const name = kind === "classes" && names.length === 1 ? first.name : t(WORDS[kind].service.usual);
  const known = toScheduleForm(data.schedule, USUAL[kind], name);
  const minutes = [...new Set([...DURATIONS, known.duration_minutes])].sort((a, b) => a - b);
  return {
    limits: fieldLimits("starts" in known ? TimetableForm : ScheduleForm),
    kind,
    known,
    payments: actor.tenant.takes_payments ? "on" : (await readPaymentsStep(actor)).state,
    unpayable: await listUnpayableServices(actor),
    resource: listed(names),
    currency: data.schedule?.currency ?? actor.tenant.currency,
    time_zone: actor.tenant.time_zone,
    step_minutes: USUAL[kind].step_minutes,
    longer_minutes: USUAL[kind].longer_minutes,
    durations: minutes,
    config,
    resources: { names, type: first.type, capacity: first.capacity },
  };
}

/** "Anna, Bert and Cleo"; more than three become "Anna and 4 others". */
function listed(names: string[]): string {
  const [first = ""] = names;
  const others = names.length - 1;
  const shown =
    names.length > MAX_NAMED
      ? [first, plural(others, "{{count}} other", "{{count}} others")]
      : names;
  return new Intl.ListFormat(pageLocale(), { type: "conjunction" }).format(shown);
}
