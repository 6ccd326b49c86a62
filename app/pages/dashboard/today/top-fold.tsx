import type { ReactNode } from "react";
import { Icon, type IconName } from "~/ui/icon";

const TONES = {
  wait: { line: "bg-wait-soft", title: "text-wait", row: "border-wait/22" },
  plain: { line: "bg-fill", title: "", row: "border-line-2" },
};

interface TopFoldProps {
  label: string;
  tone: keyof typeof TONES;
  icon: IconName;
  title: string;
  /** The most urgent item, and its actions. */
  first: ReactNode;
  actions: ReactNode;
  rows: { id: string; narrowOnly?: boolean; content: ReactNode }[];
  /** Errors, below the line. */
  children: ReactNode;
}

/** A collapsible line at the top of the page: attention items and the set-up checklist. */
export function TopFold({
  label,
  tone,
  icon,
  title,
  first,
  actions,
  rows,
  children,
}: TopFoldProps) {
  const colors = TONES[tone];
  return (
    <section aria-label={label} className={`relative mb-2 rounded-[8px] text-sm ${colors.line}`}>
      <details className="group/fold">
        <summary className="no-marker flex gap-2 items-center min-h-10 ps-3 pe-52 rounded-[8px] cursor-pointer @max-md:min-h-11 @max-md:pe-3">
          <Icon name={icon} size={18} className={`flex-none ${colors.title}`} />
          <b className={`flex-none font-semibold ${colors.title}`}>{title}</b>
          <span className="min-w-0 truncate group-open/fold:py-2 group-open/fold:whitespace-normal @max-md:flex-1">
            {first}
          </span>
          <Icon
            name="down"
            size={16}
            className={`flex-none group-open/fold:rotate-180 ${colors.title}`}
          />
        </summary>
        <ul className="m-0 p-0 list-none">
          {rows.map(({ id, narrowOnly, content }) => (
            <li
              key={id}
              className={`${narrowOnly ? "hidden @max-md:flex" : "flex"} gap-2 items-center min-h-10 py-1.5 ps-3 pe-2 border-t @max-md:flex-wrap @max-md:py-2 ${colors.row}`}
            >
              {content}
            </li>
          ))}
        </ul>
      </details>
      {/* Too wide for a phone; there the rows have them. */}
      <div className="absolute top-1.5 inset-e-2 @max-md:hidden">{actions}</div>
      {children}
    </section>
  );
}
