import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { orNoPage, pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { servicePath } from "~/ui/services/service-view";
import { mayChange } from "../service-parts.server";
import { applyDeleteServiceForm, DeleteServiceForm } from "./apply.server";
import { DeleteServicePage } from "./delete-service-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  {
    title: `${data ? t("Delete {{name}}?", { name: data.name }) : t("Delete service")} · Booking Service`,
  },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const schedule = await orNoPage(getSchedule(actor, pageId(params)));
  const { id, name, active } = schedule;
  if (!mayChange(actor, schedule)) throw redirect(servicePath(id, "offer"));
  return { name, active, back: servicePath(id, "offer") };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "staff");
  const id = pageId(params);
  return submit(request, DeleteServiceForm, (form) => applyDeleteServiceForm(actor, id, form));
}

export default function DeleteServiceRoute() {
  return (
    <DeleteServicePage
      {...useLoaderData<typeof loader>()}
      refusal={useActionData<typeof action>()?.result}
    />
  );
}
