import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { type DrawerName, withDrawer } from "./drawer-address";
import { useIntent } from "./use-intent";

interface DrawerLinkProps {
  /** The page: what opens before JavaScript, in a new tab, and when the address is shared. */
  to: string;
  name: DrawerName;
  value: string;
  className?: string | undefined;
  title?: string;
  /** Called once somebody means the link (useIntent). */
  onIntent?: () => void;
  children: ReactNode;
}

/** A page that opens over the one where the link is, with JavaScript. */
export function DrawerLink({ to, name, value, className, onIntent, children, ...more }: DrawerLinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, value, name), { preventScrollReset: true });
  };
  return (
    <Link to={to} className={className ?? ""} onClick={onClick} {...useIntent(onIntent)} {...more}>
      {children}
    </Link>
  );
}
