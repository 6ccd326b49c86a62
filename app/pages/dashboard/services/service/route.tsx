import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { pageId } from "~/http/or-no-page.server";
import { requireActor } from "~/http/page.server";
import { servicePath } from "~/ui/services/service-view";

/** The default page of a service. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(servicePath(pageId(params), "offer"));
}
