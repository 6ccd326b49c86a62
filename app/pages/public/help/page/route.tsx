import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { help } from "~/docs/help.server";
import { pageError } from "~/http/page.server";
import { env } from "~/lib/env.server";
import { GuideArticle } from "~/ui/developers/guide-article";
import { publicMeta } from "~/ui/developers/public-meta";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? publicMeta(data.page.title, data.page.description, data.address) : [];

export function loader({ params }: LoaderFunctionArgs) {
  const page = help.findPage(params.page);
  if (page === null) throw pageError(404, "Help has no such page.");
  const address = `${env.BASE_URL}${help.path}/${page.name}`;
  return { page, ...help.neighboursOf(page.name), address };
}

export default function HelpPage() {
  const { page, previous, next } = useLoaderData<typeof loader>();
  return <GuideArticle key={page.name} page={page} previous={previous} next={next} />;
}
