import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { loadTemplates } from "./load.server";
import { TemplatesPage } from "./templates-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Email templates")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadTemplates(await requireActor(request));
}

export default function MailTemplates() {
  return <TemplatesPage {...useLoaderData<typeof loader>()} />;
}
