import type { CSSProperties } from "react";
import type { VisitMark } from "./calendar-cards";
import styles from "./visit-badge.module.css";

/** "1/2" in the colour of the visit. */
export const VisitBadge = ({ visit }: { visit: VisitMark }) => (
  <span className={styles.badge} style={{ "--visit": visit.color } as CSSProperties}>
    <span aria-hidden="true">
      {visit.no}/{visit.of}
    </span>
    <span className="hidden-text">{visit.words}</span>
  </span>
);
