import { Link } from "@remix-run/react";
import { DocumentTitle } from "./document-title";

interface PageOverviewProps {
  title: string;
  lead: string;
  contents: { title: string; pages: { to: string; title: string; description: string }[] }[];
}

/** All pages of a collection with descriptions. */
export function PageOverview({ title, lead, contents }: PageOverviewProps) {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="max-w-192 outline-none [&_li+li]:border-t [&_li+li]:border-line [&_li_a]:text-accent-text [&_li_a]:font-semibold [&_li_a]:no-underline [&_li_a::after]:content-[''] [&_li_a::after]:absolute [&_li_a::after]:inset-0 [&_li_p]:m-0 [&_li_p]:mt-0.5 [&_li_p]:text-muted [&_li_p]:leading-[1.5rem]"
    >
      <DocumentTitle>{title}</DocumentTitle>
      <p className="m-0 text-muted text-[1.0625rem] leading-[1.75rem]">{lead}</p>
      {contents.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h2 className="mt-9 mx-0 mb-3 text-[1.125rem] font-semibold">{group.title}</h2>
          <ul className="m-0 p-0 border border-line rounded-[0.75rem] bg-surface list-none">
            {group.pages.map((page) => (
              <li className="relative py-3.5 px-4.5 hover:bg-hover" key={page.to}>
                <Link to={page.to}>{page.title}</Link>
                <p>{page.description}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
