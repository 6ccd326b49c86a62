import { Link, type LinkProps } from "@remix-run/react";
import type { ReactNode } from "react";

interface SectionProps {
  /** Unique on the page. */
  id: string;
  title: string;
  children: ReactNode;
}

export function AnalyticsSection({ id, title, children }: SectionProps) {
  return (
    <section className="min-w-0 pt-4 border-t border-line" aria-labelledby={id}>
      <h2 id={id} className="m-0 mb-2 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Leads from a figure to its list. */
export function FigureLink({ className = "", ...link }: LinkProps) {
  return (
    <Link
      {...link}
      className={`text-text no-underline hover:text-accent-text hover:underline ${className}`}
    />
  );
}

/** Fills of bars and lines, also in forced colours. */
export const BAR = "fill-accent forced-colors:fill-[Highlight]";
export const LINE =
  "fill-none stroke-text stroke-2 [stroke-dasharray:5_4] [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]";
