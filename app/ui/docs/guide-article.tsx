import { Link } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import type { GuideEntry, GuideHeading } from "~/docs/guide-pages";
import { Icon } from "../icon";
import { FoldedNav } from "./folded-nav";
import styles from "./guide-article.module.css";
import textStyles from "./guide-text.module.css";

interface Props {
  page: { title: string; html: string; headings: GuideHeading[] };
  previous: GuideEntry | null;
  next: GuideEntry | null;
}

/** One page of the guide: its text, the list of its headings, and the ways to the pages before and after it. */
export function GuideArticle({ page, previous, next }: Props) {
  const { title, html, headings } = page;
  const [copied, setCopied] = useState("");
  // The copy buttons are part of the renderer's HTML: one listener serves all.
  const copy = async ({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest("button[data-copy]") : null;
    const code = button?.closest("figure")?.querySelector("code");
    if (!button || !code) return;
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = "Copied";
    setCopied(`Copied ${code.textContent?.split("\n")[0] ?? ""}`);
  };
  return (
    <div className={styles.columns}>
      <main id="content" tabIndex={-1} className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        <div
          className={textStyles.text}
          onClick={(event) => void copy(event)}
          dangerouslySetInnerHTML={{ __html: html }}
        />
        <p role="status" className="hidden-text">
          {copied}
        </p>
        <nav aria-label="Previous and next page" className={styles.neighbours}>
          {previous && (
            <Link to={`/docs/${previous.name}`} rel="prev">
              <Icon name="left" size={18} />
              <span>
                <small>Previous</small> {previous.title}
              </span>
            </Link>
          )}
          {next && (
            <Link to={`/docs/${next.name}`} rel="next" className={styles.next}>
              <span>
                <small>Next</small> {next.title}
              </span>
              <Icon name="right" size={18} />
            </Link>
          )}
        </nav>
      </main>
      {headings.length > 1 && (
        <div className={styles.headings}>
          <FoldedNav label="On this page" from="wide">
            <p className={styles.label} aria-hidden="true">
              On this page
            </p>
            <ul>
              {headings.map(({ id, text, level }) => (
                <li key={id} className={level > 2 ? styles.deeper : undefined}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </FoldedNav>
        </div>
      )}
    </div>
  );
}
