import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireActor } from "~/http/page.server";
import { t } from "~/i18n/text";
import { loadFound } from "./load.server";
import { SearchPage } from "./search-page";

export { PageError as ErrorBoundary } from "~/ui/feedback/page-error";

export const meta: MetaFunction = () => [{ title: `${t("Search")} · Booking Service` }];

/** Also used by the palette. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireActor(request);
  return loadFound(actor, (new URL(request.url).searchParams.get("q") ?? "").trim());
}

export default function Search() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
