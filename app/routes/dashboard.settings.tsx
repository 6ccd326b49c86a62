import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { hasRole } from "~/domain/identity/actor";
import { requireActor } from "~/http/page.server";
import { Tabs } from "~/ui/layout/tabs";
import { settingsPages } from "~/ui/settings/settings-pages";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return { pages: settingsPages.filter(({ role }) => hasRole(actor, role)).map(({ to, label }) => ({ to, label })) };
}

export default function Settings() {
  const { pages } = useLoaderData<typeof loader>();
  return (
    <>
      {pages.length > 1 && <Tabs label="Settings" tabs={pages} />}
      <Outlet />
    </>
  );
}
