import type { ReactNode } from "react";
import styles from "./step.module.css";

/** What a page of the set-up shows: its card, and beside it, where the screen is wide enough, what guests see. */
export function Step({ children, beside }: { children: ReactNode; beside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.card}>{children}</div>
      {beside}
    </div>
  );
}
