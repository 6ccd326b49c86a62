import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { help } from "~/docs/help.server";
import { env } from "~/lib/env.server";
import { PageOverview } from "~/ui/developers/page-overview";
import { publicMeta } from "~/ui/developers/public-meta";

const TITLE = "Help";
const LEAD = "How to take bookings, run the front desk and set up your business, one job per page.";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? publicMeta(TITLE, LEAD, data.address) : [];

export function loader() {
  return { contents: help.contents(), address: `${env.BASE_URL}${help.path}` };
}

export default function HelpIndex() {
  const { contents } = useLoaderData<typeof loader>();
  return <PageOverview title={TITLE} lead={LEAD} contents={contents} />;
}
