import { NavLink } from "@remix-run/react";
import type { GuideContents } from "~/docs/guide-pages";
import styles from "./contents.module.css";
import { FoldedNav } from "./folded-nav";

/** Guide pages by group. */
export function Contents({ contents }: { contents: GuideContents }) {
  return (
    <FoldedNav label="All pages" from="medium">
      {contents.map(({ title, pages }) => (
        <div key={title} className={styles.group}>
          <p className={styles.title}>{title}</p>
          <ul>
            {pages.map((page) => (
              <li key={page.name}>
                <NavLink to={`/docs/${page.name}`}>{page.title}</NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </FoldedNav>
  );
}
