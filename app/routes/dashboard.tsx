import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { listMemberships } from "~/domain/account/memberships.server";
import { isPaymentTest } from "~/domain/payments/test-mode.server";
import { requireActor } from "~/http/page.server";
import { Frame } from "~/ui/layout/frame";

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenant, name, email, role, account_id } = await requireActor(request);
  const data = await listMemberships(account_id, tenant.id);
  const others = data
    .filter(({ is_current }) => !is_current)
    .map((company) => ({ id: company.id, name: company.name }));
  const user = { name, email, role, other_companies: others };
  return { tenant: { name: tenant.name }, user, is_payment_test: isPaymentTest() };
}

export default function Dashboard() {
  const { tenant, user } = useLoaderData<typeof loader>();
  return (
    <Frame tenant={tenant} user={user}>
      <Outlet />
    </Frame>
  );
}
