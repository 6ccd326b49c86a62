import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { guideContents } from "~/docs/guide.server";
import { env } from "~/lib/env.server";
import { DocumentTitle } from "~/ui/developers/document-title";
import { publicMeta } from "~/ui/developers/public-meta";

const LEAD = "How to put bookings on a website, call the API and receive webhooks.";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? publicMeta("Guide for developers", LEAD, data.address) : [];

export function loader() {
  return { contents: guideContents(), address: `${env.BASE_URL}/docs` };
}

/** All guide pages with descriptions. */
export default function DocsIndex() {
  const { contents } = useLoaderData<typeof loader>();
  return (
    <main
      id="content"
      tabIndex={-1}
      className="max-w-192 outline-none [&_li+li]:border-t [&_li+li]:border-line [&_li_a]:text-accent-text [&_li_a]:font-semibold [&_li_a]:no-underline [&_li_a::after]:content-[''] [&_li_a::after]:absolute [&_li_a::after]:inset-0 [&_li_p]:m-0 [&_li_p]:mt-0.5 [&_li_p]:text-muted [&_li_p]:leading-[1.5rem]"
    >
      <DocumentTitle>Guide for developers</DocumentTitle>
      <p className="m-0 text-muted text-[1.0625rem] leading-[1.75rem]">{LEAD}</p>
      {contents.map(({ title, pages }) => (
        <section key={title} aria-label={title}>
          <h2 className="mt-9 mx-0 mb-3 text-[1.125rem] font-semibold">{title}</h2>
          <ul className="m-0 p-0 border border-line rounded-[0.75rem] bg-surface list-none">
            {pages.map((page) => (
              <li className="relative py-3.5 px-4.5 hover:bg-hover" key={page.name}>
                <Link to={`/docs/${page.name}`}>{page.title}</Link>
                <p>{page.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
