import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { hasRole } from "~/domain/identity/actor";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { Tabs } from "~/ui/layout/tabs";
import { settingsPages } from "./settings-pages";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

/** This page lists the same links itself. */
const INDEX = "/dashboard/settings";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return {
    pages: settingsPages
      .filter(({ role }) => hasRole(actor, role))
      .map(({ to, label }) => ({ to, label })),
  };
}

export default function Settings() {
  const { pages } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  // A person's page belongs to the Team tab.
  const tabs = pages.map((page) => ({
    ...page,
    label: t(page.label),
    is_current: `${pathname}/`.startsWith(`${page.to}/`),
  }));
  return (
    <>
      {pages.length > 1 && pathname !== INDEX && <Tabs label={t("Settings")} tabs={tabs} />}
      <Outlet />
    </>
  );
}
