import type { ReactNode } from "react";
import { DrawerLink } from "./drawer-link";
import { NEW_BOOKING } from "./navigation";

interface NewBookingLinkProps {
  /** Prefilled values, as a query string (newBookingSearch). */
  asked?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Links to the new-booking page; with JavaScript it opens in a drawer. */
export function NewBookingLink({ asked = "", ...props }: NewBookingLinkProps) {
  return (
    <DrawerLink
      to={asked === "" ? NEW_BOOKING : `${NEW_BOOKING}?${asked}`}
      name="new"
      value={asked}
      {...props}
    />
  );
}
