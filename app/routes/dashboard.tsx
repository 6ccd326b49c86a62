import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listMemberships } from "~/domain/account/memberships.server";
import { requireActor } from "~/http/page.server";
import { dashboardLocale } from "~/i18n/locales";
import { AsOf } from "~/ui/live/as-of";
import { Frame } from "~/ui/layout/frame";

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenant, name, email, role, account_id } = await requireActor(request);
  const data = await listMemberships(account_id, tenant.id);
  const others = data
    .filter(({ is_current }) => !is_current)
    .map((company) => ({ id: company.id, name: company.name }));
  return {
    locale: dashboardLocale(tenant.locale),
    tenant: { name: tenant.name },
    user: { name, email, role, other_companies: others },
  };
}

export default function Dashboard() {
  const { tenant, user, locale } = useLoaderData<typeof loader>();
  return (
    <Frame tenant={tenant} user={user}>
      <Outlet />
      <AsOf locale={locale} />
    </Frame>
  );
}
