import type { ReactNode } from "react";
import styles from "./page-header.module.css";

/** The head of a page: its one <h1>, what stands beside it in small words, and its actions. */
export function PageHeader(props: { title: ReactNode; aside?: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{props.title}</h1>
      {props.aside !== undefined && <p className={styles.aside}>{props.aside}</p>}
      {props.children !== undefined && <div className={styles.actions}>{props.children}</div>}
    </header>
  );
}
