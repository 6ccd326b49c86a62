import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { applyNewMemberForm } from "./apply.server";
import { loadNewMember } from "./load.server";
import { NewMemberForm } from "./new-member-form";
import { type NewMemberAnswer, NewMemberPage } from "./new-member-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("New team member")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadNewMember(await requireActor(request, "admin"));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  return submit(request, NewMemberForm, (form) => applyNewMemberForm(actor, form));
}

export default function NewMemberRoute() {
  return (
    <NewMemberPage {...useLoaderData<typeof loader>()} answer={useActionData<NewMemberAnswer>()} />
  );
}
