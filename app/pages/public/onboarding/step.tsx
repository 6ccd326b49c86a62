import type { ReactNode } from "react";
import styles from "./step.module.css";

/** Layout of a set-up page: the card and, on wide screens, the guest view next to it. */
export function Step({ children, beside }: { children: ReactNode; beside: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.card}>{children}</div>
      {beside}
    </div>
  );
}
