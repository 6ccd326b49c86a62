import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guide } from "~/docs/guide.server";
import { pageError } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { GuideArticle } from "~/ui/developers/guide-article";
import { publicMeta } from "~/ui/developers/public-meta";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? publicMeta(data.page.title, data.page.description, data.address) : [];

export function loader({ params }: LoaderFunctionArgs) {
  const page = guide.findPage(params.page);
  if (page === null) throw pageError(404, "The guide has no such page.");
  const address = `${env.BASE_URL}${guide.path}/${page.name}`;
  return { page, ...guide.neighboursOf(page.name), address };
}

export default function DocsPage() {
  const { page, previous, next } = useLoaderData<typeof loader>();
  // Keyed by page, to reset the copy buttons.
  return <GuideArticle key={page.name} page={page} previous={previous} next={next} />;
}
