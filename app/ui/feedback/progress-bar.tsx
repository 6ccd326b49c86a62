import { type ReactNode, useId } from "react";
import { Icon, type IconName } from "../icon";
import styles from "./progress-bar.module.css";

/** A list of progress bars. */
export function ProgressBars({ children }: { children: ReactNode }) {
  return <ul className={styles.bars}>{children}</ul>;
}

interface ProgressBarProps {
  icon: IconName;
  title: string;
  done: number;
  total: number;
  /** Progress as text. */
  children: ReactNode;
}

/** Progress of a long task, as a bar and text. */
export function ProgressBar({ icon, title, done, total, children }: ProgressBarProps) {
  const id = useId();
  return (
    <div className={styles.bar}>
      <p id={id} className={styles.title}>
        <Icon name={icon} size={18} />
        {title}
      </p>
      <progress max={total} value={done} aria-labelledby={id} />
      <p className={styles.words}>{children}</p>
    </div>
  );
}
