import { NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { BrandLink } from "../layout/brand-link";
import { SkipLink } from "../layout/skip-link";

interface DocumentFrameProps {
  /** Accessible name of the navigation. */
  label: string;
  places: readonly { to: string; label: string; end: boolean }[];
  children: ReactNode;
}

/** Layout of the English documents: header with navigation, content below. */
export function DocumentFrame({ label, places, children }: DocumentFrameProps) {
  return (
    <div lang="en" dir="ltr" className="max-w-312 mx-auto pt-0 px-5 pb-16 [&_main]:outline-none">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-0 py-3 border-b border-line">
        <BrandLink />
        <nav
          aria-label={label}
          className="flex flex-wrap -mx-3 [&_a]:inline-flex [&_a]:items-center [&_a]:min-h-11 [&_a]:px-3 [&_a]:text-muted [&_a]:no-underline [&_a:hover]:text-text [&_a[aria-current='page']]:text-accent-text [&_a[aria-current='page']]:font-semibold"
        >
          {places.map((place) => (
            <NavLink key={place.to} to={place.to} end={place.end}>
              {place.label}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
