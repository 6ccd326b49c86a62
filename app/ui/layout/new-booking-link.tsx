import type { ReactNode } from "react";
import { DrawerLink } from "./drawer-link";
import { NEW_BOOKING } from "./navigation";

interface NewBookingLinkProps {
  /** Prefilled values, as a query string (newBookingSearch). */
  search?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Links to the new-booking page; with JavaScript it opens in a drawer. */
export function NewBookingLink({ search = "", ...props }: NewBookingLinkProps) {
  return (
    <DrawerLink
      to={search === "" ? NEW_BOOKING : `${NEW_BOOKING}?${search}`}
      name="new"
      value={search}
      {...props}
    />
  );
}
