import { Link, type LinkProps } from "@remix-run/react";

/** Class of theme.css, for links that can't be a RowLink, such as a drawer's. */
export const ROW_LINK = "row-link";

/** The name of a row, as a link that covers the row. */
export function RowLink({ className = "", ...link }: LinkProps) {
  return <Link prefetch="intent" {...link} className={`${ROW_LINK} ${className}`} />;
}
