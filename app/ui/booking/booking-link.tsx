import type { ReactNode } from "react";
import { DrawerLink } from "../layout/drawer-link";

interface LinkProps {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * Links to a booking's page; with JavaScript it opens in a drawer. The drawer finds neighbours by
 * `data-booking`.
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
