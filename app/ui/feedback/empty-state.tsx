import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon";
import styles from "./empty-state.module.css";

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** "h1" if it fills the page. */
  heading?: "h1" | "h2";
  children: ReactNode;
}

/** Replaces an empty list: why it is empty and what to do next. */
export function EmptyState({ icon, title, heading: Heading = "h2", children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon name={icon} size={20} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}
