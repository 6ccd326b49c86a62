import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { hasRole } from "~/domain/identity/actor";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { Tabs } from "~/ui/layout/tabs";
import { mailPages } from "./mail-pages";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return {
    pages: mailPages
      .filter(({ role }) => hasRole(actor, role))
      .map(({ to, label }) => ({ to, label })),
  };
}

export default function Mail() {
  const { pages } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const tabs = pages.map((page) => ({
    ...page,
    label: t(page.label),
    is_current: `${pathname}/`.startsWith(`${page.to}/`),
  }));
  return (
    <>
      <Tabs label={t("Email")} tabs={tabs} />
      <Outlet />
    </>
  );
}
