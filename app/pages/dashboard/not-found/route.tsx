import type { LoaderFunctionArgs } from "@remix-run/node";
import { pageError, requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

/** Unknown addresses under /dashboard, shown inside the layout. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireActor(request);
  throw pageError(404, t("Page not found"));
}

/** Never rendered, because the loader throws. */
export default function NoSuchPage() {
  return null;
}
