import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { closeSession } from "~/http/authenticator.server";
import { refuseForgery } from "~/http/page.server";

/** A GET must not sign anyone out. */
export function loader() {
  return redirect("/");
}

export async function action({ request }: ActionFunctionArgs) {
  refuseForgery(request);
  return redirect("/", { headers: { ...(await closeSession(request)) } });
}
