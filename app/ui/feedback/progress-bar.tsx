import { type ReactNode, useId } from "react";
import { Icon, type IconName } from "../icon";

/** A list of progress bars. */
export function ProgressBars({ children }: { children: ReactNode }) {
  return <ul className="flex flex-col gap-5 m-0 p-0 list-none">{children}</ul>;
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
    <div className="[&_progress]:w-full [&_progress]:h-2 [&_progress]:my-2">
      <p id={id} className="flex gap-2 items-center m-0 font-semibold">
        <Icon name={icon} size={18} />
        {title}
      </p>
      <progress max={total} value={done} aria-labelledby={id} />
      <p className="m-0 text-muted">{children}</p>
    </div>
  );
}
