import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readBusinessKind } from "~/domain/onboarding/set-up-resources.server";
import { requireActor, submit } from "~/http/page.server";
import { applyScheduleForm } from "./apply.server";
import { loadSchedule } from "./load.server";
import { ScheduleForm, TimetableForm } from "./schedule-form";
import { SchedulePage } from "./schedule-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSchedule(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const hasTimetable = (await readBusinessKind(actor.tenant.id)) === "classes";
  return submit(request, hasTimetable ? TimetableForm : ScheduleForm, (form) =>
    applyScheduleForm(actor, form),
  );
}

export default function ScheduleStep() {
  return (
    <SchedulePage
      view={useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
