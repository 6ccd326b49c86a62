import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { guide } from "~/docs/guide.server";
import { env } from "~/lib/env.server";
import { PageOverview } from "~/ui/developers/page-overview";
import { publicMeta } from "~/ui/developers/public-meta";

const TITLE = "Guide for developers";
const LEAD = "How to put bookings on a website, call the API and receive webhooks.";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? publicMeta(TITLE, LEAD, data.address) : [];

export function loader() {
  return { contents: guide.contents(), address: `${env.BASE_URL}${guide.path}` };
}

export default function DocsIndex() {
  const { contents } = useLoaderData<typeof loader>();
  return <PageOverview title={TITLE} lead={LEAD} contents={contents} />;
}
