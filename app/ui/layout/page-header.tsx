import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  aside?: ReactNode;
  /** The parent page. */
  up?: { to: string; name: string };
  children?: ReactNode;
}

/** Page header: the h1, secondary text and actions. */
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
