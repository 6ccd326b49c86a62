import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireActor } from "~/http/page.server";
import { loadWalkIn } from "./today/load-walk-in.server";

/** The times of another service for the walk-in bar of Today, without the rest of the page. */
export async function loader({ request }: LoaderFunctionArgs) {
  return loadWalkIn(await requireActor(request, "staff"), new URL(request.url).searchParams);
}
