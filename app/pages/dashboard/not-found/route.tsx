import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError, requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

/** Any other address below /dashboard: said inside the frame. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  throw pageError(404, t("Page not found"));
}

/** Never shown: the loader refuses. */
export default function NoSuchPage() {
  return null;
}
