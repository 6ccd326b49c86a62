import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  aside?: ReactNode;
  /** The page that leads to this one. */
  up?: { to: string; name: string };
  children?: ReactNode;
}

/** The head of a page: its one <h1>, what stands beside it in small words, and its actions. */
export function PageHeader({ title, aside, up, children }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      {up && (
        <Link to={up.to} className={styles.up!}>
          {up.name}
        </Link>
      )}
      <h1 className={styles.title}>{title}</h1>
      {aside !== undefined && <p className={styles.aside}>{aside}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
