import type { ReactNode } from "react";
import { BrandLink } from "./brand-link";
import { SkipLink } from "./skip-link";
import styles from "./card-page.module.css";

/** A page outside the dashboard: the product's name above one centred card. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header>
        <BrandLink />
      </header>
      <main id="content" tabIndex={-1} className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
    </div>
  );
}
