import type { ReactNode } from "react";
import styles from "./folded-nav.module.css";

/** Side navigation; collapsed above the text on screens narrower than `from`. */
export function FoldedNav({
  label,
  from,
  children,
}: {
  label: string;
  from: "medium" | "wide";
  children: ReactNode;
}) {
  return (
    <>
      <details className={`${styles.folded} ${styles[from]}`}>
        <summary>{label}</summary>
        <nav aria-label={label}>{children}</nav>
      </details>
      <nav aria-label={label} className={`${styles.beside} ${styles[from]}`}>
        {children}
      </nav>
    </>
  );
}
