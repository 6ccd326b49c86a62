import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { ScheduleForm } from "~/ui/services/schedule-form";
import { applyScheduleForm } from "./apply.server";
import { loadSchedule } from "./load.server";
import { SchedulePage } from "./schedule-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  return loadSchedule(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, ScheduleForm, (form) => applyScheduleForm(actor, form));
}

export default function ScheduleStep() {
  return <SchedulePage view={useLoaderData<typeof loader>()} refusal={useActionData<typeof action>()?.result} />;
}
