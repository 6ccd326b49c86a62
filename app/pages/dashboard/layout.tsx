import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listMemberships } from "~/domain/account/memberships.sql.server";
import { hasRole } from "~/domain/identity/actor";
import { takeFlash } from "~/http/flash.server";
import { readPreferences } from "~/domain/users/preferences.server";
import { isPaymentTest } from "~/domain/payments/test-mode.server";
import { requireActor } from "~/http/page.server";
import { dashboardLocale } from "~/i18n/locales";
import { clock } from "~/lib/clock";
import { Frame } from "~/ui/layout/frame";
import { AsOf } from "~/ui/live/as-of";
import { navigation } from "~/ui/layout/navigation";

export { shouldRevalidate } from "~/ui/layout/drawer-address";

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  const { tenant, name, email, role, account_id } = actor;
  const [memberships, { shortcuts }] = await Promise.all([
    listMemberships(account_id, tenant.id),
    readPreferences(actor),
  ]);
  const others = memberships
    .filter(({ is_current }) => !is_current)
    .map((company) => ({ id: company.id, name: company.name }));
  const { flash, headers } = takeFlash(request);
  const shown = {
    tenant: { name: tenant.name },
    user: { id: actor.user_id, name, email, role, other_companies: others },
    pages: navigation.filter((page) => hasRole(actor, page.role)).map(({ to }) => to),
    may_book: hasRole(actor, "staff"),
    shortcuts,
    flash,
    is_payment_test: isPaymentTest(),
    locale: dashboardLocale(tenant.locale),
    time_zone: tenant.time_zone,
    as_of: clock.now(),
  };
  return data(shown, { headers });
}

export default function Dashboard() {
  const { locale, time_zone, as_of, ...frame } = useLoaderData<typeof loader>();
  return (
    <Frame {...frame}>
      <Outlet />
      <AsOf locale={locale} time_zone={time_zone} as_of={as_of} />
    </Frame>
  );
}
