import { type ReactNode, useState } from "react";
import { DrawerLink } from "../layout/drawer-link";

interface LinkProps {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** What of the drawer no page has yet: its code, which is the same for all bookings. */
const loadDrawer = () => import("./booking-drawer");

/**
 * A booking's page; with JavaScript it opens over the page where the link is. Whoever points at it has it fetched before the click: by the
 * address at which the drawer's fetcher asks for it, so that the browser answers that from what it has. `data-booking` is how the drawer
 * finds the ones before and after.
 */
export function BookingLink({ id, ...props }: LinkProps) {
  const [isMeant, setIsMeant] = useState(false);
  const path = `/dashboard/bookings/${id}`;
  const onIntent = () => {
    void loadDrawer();
    setIsMeant(true);
  };
  return (
    <>
      <DrawerLink to={path} name="booking" value={id} onIntent={onIntent} data-booking={id} {...props} />
      {isMeant && <link rel="prefetch" as="fetch" href={`${path}.data?_routes=${encodeURIComponent(ROUTE)}`} />}
    </>
  );
}

/** The booking's page as the server knows it. */
const ROUTE = "pages/dashboard/bookings/booking/route";

/** The same for a class, or any other time. */
export const SlotLink = ({ id, ...props }: LinkProps) => (
  <DrawerLink to={`/dashboard/slots/${id}`} name="slot" value={id} {...props} />
);
