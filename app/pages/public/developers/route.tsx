import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { operations } from "~/contract";
import { API_VERSION } from "~/contract/version";
import { env } from "~/lib/env.server";
import { DeveloperFrame } from "~/ui/developers/developer-frame";
import { Overview } from "./overview";
import { publicMeta } from "~/ui/developers/public-meta";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? publicMeta(
        "For developers",
        "A JSON API, a booking form for any website and signed webhooks: quick start, guide and reference.",
        `${data.base_url}/developers`,
      )
    : [];

export function loader() {
  return { base_url: env.BASE_URL, version: API_VERSION, operations: operations.length };
}

/** Developer home page: links to guide and reference. */
export default function Developers() {
  return (
    <DeveloperFrame>
      <Overview {...useLoaderData<typeof loader>()} />
    </DeveloperFrame>
  );
}
