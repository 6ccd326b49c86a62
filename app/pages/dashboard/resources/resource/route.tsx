import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { pageId } from "~/http/or-no-page.server";
import { requireActor } from "~/http/page.server";
import { resourcePath } from "~/ui/resources/resource-path";

/** The default page of a resource. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect(resourcePath(pageId(params)));
}
