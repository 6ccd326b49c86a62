import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { AuditPage } from "./audit-page";
import { loadAudit } from "./load.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Audit log")} · Booking Service` }];

export async function loader({ request }: LoaderFunctionArgs) {
  return loadAudit(await requireActor(request, "admin"), new URL(request.url).searchParams);
}

export default function Audit() {
  return <AuditPage view={useLoaderData<typeof loader>()} />;
}
