import { Link, useLocation } from "@remix-run/react";
import styles from "./tabs.module.css";

export interface Tab {
  to: string;
  label: string;
  /** Where more than the path says which one is shown. */
  is_current?: boolean;
}

/** Pages that belong together, as links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  return (
    <nav aria-label={label} className={styles.tabs}>
      {tabs.map(({ to, label, is_current }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab!}
          aria-current={(is_current ?? to === pathname) ? "page" : undefined}
          prefetch="intent"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
