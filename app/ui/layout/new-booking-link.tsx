import type { ReactNode } from "react";
import { DrawerLink } from "./drawer-link";
import { NEW_BOOKING } from "./navigation";

interface NewBookingLinkProps {
  /** What is known of the booking already, as the page's address has it after the question mark (newBookingSearch). */
  asked?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** The page for a new booking; with JavaScript it opens over the page where the link is. */
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
