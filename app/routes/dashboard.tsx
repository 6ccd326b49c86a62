import type { LoaderFunctionArgs } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { Frame } from "~/ui/layout/frame";

export async function loader({ request }: LoaderFunctionArgs) {
  const { tenant, name, email, role } = await requireActor(request);
  return { tenant: { name: tenant.name }, user: { name, email, role } };
}

export default function Dashboard() {
  const { tenant, user } = useLoaderData<typeof loader>();
  return (
    <Frame tenant={tenant} user={user}>
      <Outlet />
    </Frame>
  );
}
