import { Link, type LinkProps } from "@remix-run/react";

/** Makes a link cover its nearest `relative` ancestor; other controls there need `relative z-1`. */
const COVERS_ROW =
  "after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text";

/** The name of a row, as a link that covers the row. */
export function RowLink({ className = "", ...link }: LinkProps) {
  return (
    <Link
      prefetch="intent"
      {...link}
      className={`text-text text-md font-medium no-underline ${COVERS_ROW} ${className}`}
    />
  );
}
