import { Link } from "@remix-run/react";
import type { GuideEntry, GuideHeading } from "~/docs/guide-pages";
import { Icon } from "~/ui/icon";
import { FoldedNav } from "../folded-nav";
import styles from "./guide-article.module.css";
import { GuideText } from "~/ui/developers/guide-text";

interface Props {
  page: { title: string; html: string; headings: GuideHeading[] };
  previous: GuideEntry | null;
  next: GuideEntry | null;
}

/** A guide page: text, table of contents, previous and next page. */
export function GuideArticle({ page, previous, next }: Props) {
  const { title, html, headings } = page;
  return (
    <div className={styles.columns}>
      <main id="content" tabIndex={-1} className={styles.main}>
        <h1 className={styles.title}>{title}</h1>
        <GuideText html={html} />
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
