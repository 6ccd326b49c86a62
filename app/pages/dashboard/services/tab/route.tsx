import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData, useParams } from "@remix-run/react";
import type { SchedulePatch } from "~/contract/schedules";
import { hasRole } from "~/domain/identity/actor";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { applyServiceForm } from "./apply-service-form.server";
import type { ServiceOutcome } from "~/domain/services/service-outcome";
import { readMakingTimes } from "~/domain/services/making-times.sql.server";
import { previewService } from "~/domain/services/preview-service.server";
import type { Draft } from "~/ui/services/service-forms";
import { mayChange, SERVICE_PARTS, widgetQuestions } from "../service-parts.server";
import { resourceChoices } from "../service-resources.server";
import { redirectWith } from "~/http/flash.server";
import { calendarOf } from "~/http/page-calendar.server";
import { pageError, requireActor, submit } from "~/http/page.server";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { localDateOf } from "~/lib/time";
import { fieldLimits } from "~/ui/form/field-limits";
import { isTriedOut } from "~/ui/form/use-try-out";
import { timeZoneChoices } from "~/ui/form/place-choices";
import { serviceLine } from "../making-lines";
import { ServicePage } from "./service-page";
import { partFacts, savedWords } from "./service-words";
import {
  type FormTab,
  lengthWords,
  outsideView,
  previewView,
  priceWords,
  type ServiceAnswer,
  servicePath,
  yearView,
} from "~/ui/services/service-view";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.head.name ?? "Service"} · Booking Service` },
];

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  !isTriedOut(args) && args.defaultShouldRevalidate;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const part = partOf(params.tab);
  const schedule = await getSchedule(actor, params.id!).catch(noPage); // the route's own name
  const { locale } = calendarOf(actor);
  const place = { locale, time_zone: schedule.time_zone };
  const [preview, resources, widgets, making] = await Promise.all([
    previewService(actor.tenant.id, schedule),
    resourceChoices(actor),
    params.tab === "questions" ? widgetQuestions(actor, schedule.id) : [],
    readMakingTimes(actor.tenant.id, [schedule.id]),
  ]);
  const { id, name, active, version, time_zone } = schedule;
  return {
    head: { id, name, active, about: `${lengthWords(schedule.duration_minutes)} · ${priceWords(schedule, locale)}` },
    making: [...making.values()].map((percent) => serviceLine(schedule, percent)),
    seen: version,
    values: part.values(schedule),
    limits: fieldLimits(part.schema),
    preview: previewView(preview, place),
    year: params.tab === "hours" ? yearView(schedule, localDateOf(clock.now(), time_zone), locale) : null,
    facts: partFacts(params.tab as FormTab, schedule, resources, locale),
    zones: params.tab === "hours" ? timeZoneChoices(time_zone) : [],
    ...{ resources, takes_payments: actor.tenant.takes_payments },
    widgets: widgets.map((widget) => ({ ...widget, path: `/dashboard/widgets/${widget.id}` })),
    may_edit: mayChange(actor, schedule),
    sees_widgets: hasRole(actor, "admin"),
    currency: schedule.currency ?? actor.tenant.currency,
  };
}

function partOf(tab: string | undefined) {
  const part = tab !== undefined && Object.hasOwn(SERVICE_PARTS, tab) ? SERVICE_PARTS[tab] : undefined;
  if (part === undefined) throw pageError(404, "There is no such page.");
  return part;
}

function noPage(error: unknown): never {
  throw error instanceof AppError && error.code === "not_found" ? pageError(404, error.message) : error;
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const part = partOf(params.tab);
  const id = params.id!; // the route's own name
  return submit(request, part.schema, async (input) => {
    const schedule = await getSchedule(actor, id);
    const listed = (await resourceChoices(actor)).map((resource) => resource.id);
    const patch = part.patch(input, { schedule, currency: actor.tenant.currency, listed });
    const form = input as unknown as Draft & Record<string, unknown>; // each part's form is a Draft with its fields
    const outcome = await applyServiceForm(actor, id, form, patch);
    if (outcome.kind === "saved") return redirectWith(servicePath(id, params.tab!), savedWords(outcome));
    return answer(outcome, form, patch);
  });

  function answer(
    outcome: Exclude<ServiceOutcome, { kind: "saved" }>,
    typed: Record<string, unknown>,
    patch: SchedulePatch,
  ) {
    if (outcome.kind === "conflict") {
      const conflict = { now: part.values(outcome.now), seen: outcome.now.version };
      return data<ServiceAnswer>({ typed, conflict }, { status: 409 });
    }
    const { locale } = calendarOf(actor);
    const place = { locale, time_zone: outcome.time_zone };
    const { rules, overrides } = patch;
    const shown: ServiceAnswer = {
      typed,
      undecided: outcome.undecided,
      preview: previewView(outcome.preview, place),
      outside: outsideView(outcome, place),
      ...(rules &&
        overrides && { year: yearView({ rules, overrides }, localDateOf(clock.now(), outcome.time_zone), locale) }),
    };
    return data(shown, { status: outcome.undecided ? 409 : 200 });
  }
}

export default function ServicePart() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<ServiceAnswer>();
  return <ServicePage {...shown} tab={useParams().tab as FormTab} answer={answer} />;
}
