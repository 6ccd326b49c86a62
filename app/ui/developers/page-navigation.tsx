import { NavLink } from "@remix-run/react";
import { FoldedNav } from "./folded-nav";

/** Pages of a collection under one title. */
export interface LinkGroup {
  title: string;
  pages: { to: string; title: string }[];
}

/** All pages of a collection, next to the open page. */
export function PageNavigation({ contents }: { contents: LinkGroup[] }) {
  return (
    <FoldedNav label="All pages" from="medium">
      {contents.map(({ title, pages }) => (
        <div
          key={title}
          className="[&+&]:mt-5 [&_a]:flex [&_a]:items-center [&_a]:min-h-11 [&_a]:py-1 [&_a]:px-3 [&_a]:rounded-[0.5rem] [&_a]:text-quiet [&_a]:no-underline [&_a:hover]:bg-hover [&_a:hover]:text-text [&_a[aria-current='page']]:bg-accent-soft [&_a[aria-current='page']]:text-accent-text [&_a[aria-current='page']]:font-semibold min-[56em]:[@media(pointer:_fine)]:[&_a]:min-h-8.5"
        >
          <p className="m-0 mb-1 px-3 text-muted text-[0.8125rem] font-semibold">{title}</p>
          <ul className="m-0 p-0 list-none">
            {pages.map((page) => (
              <li key={page.to}>
                <NavLink to={page.to}>{page.title}</NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </FoldedNav>
  );
}
