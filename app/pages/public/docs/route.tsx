import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { guideContents } from "~/docs/guide.server";
import { env } from "~/lib/env.server";
import { publicMeta } from "~/ui/developers/public-meta";
import styles from "./guide-list.module.css";

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
    <main id="content" tabIndex={-1} className={styles.list}>
      <h1>Guide for developers</h1>
      <p className={styles.lead}>{LEAD}</p>
      {contents.map(({ title, pages }) => (
        <section key={title} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page.name}>
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
