import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "../icon";
import { DocumentTitle } from "./document-title";
import { FoldedNav } from "./folded-nav";
import { GuideText } from "./guide-text";

interface Neighbour {
  to: string;
  title: string;
}

interface Heading {
  id: string;
  text: string;
  level: number;
}

interface Props {
  page: { title: string; html: string; headings: Heading[] };
  previous: Neighbour | null;
  next: Neighbour | null;
}

/** A page of the guide or of Help: text, table of contents, previous and next page. */
export function GuideArticle({ page, previous, next }: Props) {
  const { title, html, headings } = page;
  return (
    <div className="flex flex-col min-w-0 2xl:grid 2xl:grid-cols-[minmax(0,1fr)_14rem] 2xl:gap-12">
      <main id="content" tabIndex={-1} className="min-w-0 max-w-192 outline-none">
        <DocumentTitle>{title}</DocumentTitle>
        <GuideText html={html} />
        <nav
          aria-label="Previous and next page"
          className="flex flex-wrap justify-between gap-3 mt-12 print:hidden"
        >
          {previous && (
            <NeighbourLink page={previous} rel="prev">
              <Icon name="left" size={18} />
              <span>
                <Small>Previous</Small> {previous.title}
              </span>
            </NeighbourLink>
          )}
          {next && (
            <NeighbourLink page={next} rel="next">
              <span>
                <Small>Next</Small> {next.title}
              </span>
              <Icon name="right" size={18} />
            </NeighbourLink>
          )}
        </nav>
      </main>
      {headings.length > 1 && <Contents headings={headings} />}
    </div>
  );
}

interface NeighbourProps {
  page: Neighbour;
  rel: "prev" | "next";
  children: ReactNode;
}

function NeighbourLink({ page, rel, children }: NeighbourProps) {
  return (
    <Link
      to={page.to}
      rel={rel}
      className={`flex items-center gap-3 min-h-14 py-2 px-4 border border-line rounded-[0.75rem] bg-surface text-accent-text font-semibold no-underline hover:border-accent ${rel === "next" ? "ms-auto text-end" : ""}`}
    >
      {children}
    </Link>
  );
}

const Small = ({ children }: { children: string }) => (
  <small className="block text-muted font-normal">{children}</small>
);

/** Above the text on narrow screens. Next to it, it is as tall as the text, so its list can stick. */
function Contents({ headings }: { headings: Heading[] }) {
  return (
    <div className="order-first 2xl:order-none print:hidden">
      <FoldedNav label="On this page" from="wide">
        <p
          className="hidden m-0 mb-1 px-3 text-muted text-[0.8125rem] font-semibold 2xl:block"
          aria-hidden="true"
        >
          On this page
        </p>
        <ul className="m-0 p-0 list-none">
          {headings.map(({ id, text, level }) => (
            <li key={id} className={level > 2 ? "ps-3.5" : undefined}>
              <a
                href={`#${id}`}
                className="flex items-center min-h-11 px-3 rounded-[0.5rem] text-quiet no-underline hover:bg-hover hover:text-text 2xl:min-h-7.5 2xl:py-0.5 2xl:text-[0.875rem] 2xl:leading-5"
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </FoldedNav>
    </div>
  );
}
