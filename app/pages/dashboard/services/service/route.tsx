import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireActor } from "~/http/page.server";
import { servicePath } from "~/ui/services/service-view";

/** A service begins with its offer. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(servicePath(params.id!, "offer")); // the route's own name
}
