import type { ReactNode } from "react";
import { Icon } from "../icon";
import styles from "./notice.module.css";

/** A short message: an error (announced immediately) or information. */
export function Notice({ tone, children }: { tone: "bad" | "info"; children: ReactNode }) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      <Icon name={tone === "bad" ? "warning" : "info"} size={16} />
      <div>{children}</div>
    </div>
  );
}
