import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireActor } from "~/http/page.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  return redirect("/dashboard/mail/templates");
}
