import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { SwitchTenant } from "~/contract/account";
import { switchTenant } from "~/domain/account/memberships.sql.server";
import { requireVisitor, submit } from "~/http/page.server";

/** A GET must not switch companies. */
export function loader() {
  return redirect("/dashboard");
}

export async function action({ request }: ActionFunctionArgs) {
  const { session_id, account } = await requireVisitor(request);
  return submit(request, SwitchTenant, async ({ tenant_id }) => {
    await switchTenant(session_id, account.id, tenant_id);
    return redirect("/dashboard");
  });
}
