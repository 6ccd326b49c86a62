import type { ReactNode } from "react";
import { DrawerLink } from "../layout/drawer-link";

interface LinkProps {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A booking's page; with JavaScript it opens over the page where the link is. `data-booking` is how the drawer finds the ones before and
 * after.
 */
export const BookingLink = ({ id, ...props }: LinkProps) => (
  <DrawerLink
    to={`/dashboard/bookings/${id}`}
    name="booking"
    value={id}
    data-booking={id}
    {...props}
  />
);
