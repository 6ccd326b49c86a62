import type { ReactNode } from "react";
import { Icon } from "../icon";
import styles from "./notice.module.css";

/** A sentence or two that the page must say: what is wrong (read out at once), or what is good to know. */
export function Notice({ tone, children }: { tone: "bad" | "info"; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <Icon name={tone === "bad" ? "warning" : "info"} />
      <div>{children}</div>
    </div>
  );
}
