import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { findGuidePage, guideNeighbours } from "~/docs/guide.server";
import { pageError } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { publicMeta } from "~/ui/developers/public-meta";
import { GuideArticle } from "./guide-article";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? publicMeta(data.page.title, data.page.description, data.address) : [];

export function loader({ params }: LoaderFunctionArgs) {
  const page = findGuidePage(params.page);
  if (page === null) throw pageError(404, "The guide has no such page.");
  return { page, ...guideNeighbours(page.name), address: `${env.BASE_URL}/docs/${page.name}` };
}

export default function DocsPage() {
  const { page, previous, next } = useLoaderData<typeof loader>();
  // Keyed by page, to reset the copy buttons.
  return <GuideArticle key={page.name} page={page} previous={previous} next={next} />;
}
