import { type ReactNode, useId } from "react";
import { Icon, type IconName } from "../icon";
import styles from "./progress-bar.module.css";

/** Bars below each other, each in an item of its own. */
export function ProgressBars({ children }: { children: ReactNode }) {
  return <ul className={styles.bars}>{children}</ul>;
}

interface ProgressBarProps {
  icon: IconName;
  title: string;
  done: number;
  total: number;
  /** How far it is, in words. */
  children: ReactNode;
}

/** How far long work is, as a bar and in words. */
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
