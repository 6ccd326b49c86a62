import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { withDrawer } from "../layout/drawer-address";

/** A booking's page; with JavaScript it opens over the page where the link is. */
export function BookingLink({
  id,
  className,
  children,
}: {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const location = useLocation();
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, id), { preventScrollReset: true });
  };
  return (
    <Link to={`/dashboard/bookings/${id}`} className={className ?? ""} onClick={onClick}>
      {children}
    </Link>
  );
}
