import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { type DrawerName, withDrawer } from "./drawer-address";

interface DrawerLinkProps {
  /** The page: what opens before JavaScript, in a new tab, and when the address is shared. */
  to: string;
  name: DrawerName;
  value: string;
  className?: string | undefined;
  title?: string;
  /** Fetches the page as soon as the link is pointed at or focused. */
  prefetch?: "intent";
  children: ReactNode;
}

/** A page that opens over the one where the link is, with JavaScript. */
export function DrawerLink({ to, name, value, className, children, ...more }: DrawerLinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, value, name), { preventScrollReset: true });
  };
  return (
    <Link to={to} className={className ?? ""} onClick={onClick} {...more}>
      {children}
    </Link>
  );
}
