import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { BrandLink } from "../layout/brand-link";
import { SkipLink } from "../layout/skip-link";

const PLACES = [
  { to: "/developers", label: "Overview", end: true },
  { to: "/docs", label: "Guide", end: false },
  { to: "/developers/reference", label: "API reference", end: false },
];

/** Layout of the developer pages: header with navigation, content below. */
export function DeveloperFrame({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-312 mx-auto pt-0 px-5 pb-16 [&_main]:outline-none">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0 py-3 border-b border-line">
        <BrandLink />
        <nav
          aria-label="For developers"
          className="flex flex-wrap -mx-3 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-11 [&_a]:px-3 [&_a]:text-muted [&_a]:no-underline [&_a:hover]:text-text [&_a[aria-current='page']]:text-accent-text [&_a[aria-current='page']]:font-semibold"
        >
          {PLACES.map(({ to, label, end }) => (
            <NavLink key={to} to={to} end={end}>
              {label}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
