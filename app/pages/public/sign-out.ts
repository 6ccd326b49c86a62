import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { closeSession } from "~/http/authenticator.server";
import { refuseForgery } from "~/http/page.server";

/** A link must not be able to sign anybody out. */
export function loader() {
  return redirect("/");
}

export async function action({ request }: ActionFunctionArgs) {
  refuseForgery(request);
  return redirect("/", { headers: { ...(await closeSession(request)) } });
}
