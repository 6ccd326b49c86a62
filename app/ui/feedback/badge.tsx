import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon";
import styles from "../booking/status-badge.module.css";

export type Tone = "good" | "wait" | "bad" | "info" | "quiet";

/** A state with label, icon and colour; never colour alone (WCAG 1.4.1). */
export function Badge({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} size={16} />
      {children}
    </span>
  );
}
