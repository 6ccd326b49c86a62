import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageId } from "~/http/or-no-page.server";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { EditGroupForm } from "../group-form";
import { applyGroupForm, type GroupAnswer } from "./apply.server";
import { GroupPage } from "./group-page";
import { loadGroup } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.name ?? t("Group")} · Booking Service` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadGroup(await requireActor(request), pageId(params));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const id = pageId(params);
  return submit(request, EditGroupForm, (form) => applyGroupForm(actor, id, form));
}

export default function GroupRoute() {
  return <GroupPage view={useLoaderData<typeof loader>()} answer={useActionData<GroupAnswer>()} />;
}
