import { Link, useLocation } from "@remix-run/react";
import styles from "./tabs.module.css";

export interface Tab {
  to: string;
  label: string;
  /** Set if the path alone doesn't identify the current tab. */
  is_current?: boolean;
}

/** Related pages as links. */
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
