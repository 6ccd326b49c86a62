import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireActor, submit } from "~/http/page.server";
import { t } from "~/i18n/text";
import { TemplateForm } from "../../mail-forms";
import { TemplatePage } from "./template-page";
import { applyTemplateForm } from "./apply.server";
import { loadTemplate, readAddress } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction<typeof loader> = ({ data: shown }) => [
  { title: `${shown?.label ?? t("Email template")} · Booking Service` },
];

const languageOf = (request: Request) => new URL(request.url).searchParams.get("locale");

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return loadTemplate(actor, readAddress(actor, params.key, languageOf(request)));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireActor(request, "admin");
  const address = readAddress(actor, params.key, languageOf(request));
  return submit(request, TemplateForm, (form) => applyTemplateForm(actor, address, form));
}

export default function MailText() {
  return (
    <TemplatePage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
  );
}
