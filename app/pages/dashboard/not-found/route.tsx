import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError, requireActor } from "~/http/page.server";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

/** Any other address below /dashboard: said inside the frame. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  throw pageError(404, "There is no such page.");
}

/** Never shown: the loader refuses. */
export default function NoSuchPage() {
  return null;
}
