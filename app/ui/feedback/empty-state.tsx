import type { ReactNode } from "react";
import { Icon, type IconName } from "../icon";

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
    <div className="flex flex-col gap-2 items-center py-12 px-6 text-muted text-center [&_p]:max-w-112 [&_p]:m-0 [&_p]:mb-3">
      <span className="grid place-items-center size-10 mb-1 rounded-full bg-quiet-soft text-quiet">
        <Icon name={icon} size={20} />
      </span>
      <Heading className="m-0 text-text text-lg font-semibold">{title}</Heading>
      {children}
    </div>
  );
}
