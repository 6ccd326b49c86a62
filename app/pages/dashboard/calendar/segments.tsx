import type { LinkProps } from "@remix-run/react";
import { Link } from "@remix-run/react";
import type { ComponentPropsWithoutRef } from "react";

/** Alternatives in one filled control, as links. */
export const Segments = ({ className = "", ...props }: ComponentPropsWithoutRef<"nav">) => (
  <nav {...props} className={`flex items-center p-0.5 rounded-[8px] bg-fill ${className}`} />
);

/** Padding is the caller's. The selected one has `aria-current`. */
export const Segment = ({ className = "", ...props }: LinkProps) => (
  <Link
    {...props}
    className={`inline-flex gap-1.5 items-center justify-center min-w-8 min-h-7 rounded-md text-muted text-sm font-medium no-underline whitespace-nowrap aria-[current]:bg-chosen aria-[current]:shadow-sm aria-[current]:text-text max-md:flex-1 max-md:min-h-10 ${className}`}
  />
);
