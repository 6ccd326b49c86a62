import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { BrandLink } from "../layout/brand-link";
import { SkipLink } from "../layout/skip-link";
import styles from "./developer-frame.module.css";

const PLACES = [
  { to: "/developers", label: "Overview", end: true },
  { to: "/docs", label: "Guide", end: false },
  { to: "/developers/reference", label: "API reference", end: false },
];

/** Layout of the developer pages: header with navigation, content below. */
export function DeveloperFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <SkipLink />
      <header className={styles.header}>
        <BrandLink />
        <nav aria-label="For developers" className={styles.places}>
          {PLACES.map(({ to, label, end }) => (
            <NavLink key={to} to={to} end={end}>
              {label}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
