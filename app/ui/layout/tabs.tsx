import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

export interface Tab {
  to: string;
  label: string;
  /** Set if the path alone doesn't identify the current tab. */
  is_current?: boolean;
}

export const TAB =
  "flex flex-none items-center min-h-9 border-b-2 border-transparent text-muted text-sm font-medium no-underline hover:text-text focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-text max-md:min-h-10";

/** Related pages as links. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const { pathname } = useLocation();
  const row = useRef<HTMLElement>(null);
  // On a phone the current tab may lie beyond the edge.
  useEffect(() => {
    const current = row.current?.querySelector("[aria-current]");
    if (row.current && current && row.current.scrollWidth > row.current.clientWidth)
      current.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="flex gap-5 mt-2 mb-4 border-b border-line overflow-x-auto [scrollbar-width:none]"
    >
      {tabs.map(({ to, label, is_current }) => (
        <Link
          key={to}
          to={to}
          className={TAB}
          aria-current={(is_current ?? to === pathname) ? "page" : undefined}
          prefetch="intent"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
