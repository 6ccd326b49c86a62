import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { isTriedOut } from "~/ui/form/use-try-out";
import { HoursForm } from "../hours-forms";
import { applyHoursForm, type HoursAnswer } from "./apply.server";
import { HoursPage } from "./hours-page";
import { loadHours } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.name ?? t("Hours")} · Booking Service` },
];

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  !isTriedOut(args) && args.defaultShouldRevalidate;

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadHours(await requireActor(request), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, HoursForm, (form) => applyHoursForm(actor, id, form));
}

export default function HoursRoute() {
  return <HoursPage view={useLoaderData<typeof loader>()} answer={useActionData<HoursAnswer>()} />;
}
