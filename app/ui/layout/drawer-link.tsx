import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { withDrawer } from "./drawer-address";
import { type DrawnAhead, useDrawerAhead } from "./use-drawer-ahead";

interface DrawerLinkProps {
  /** The page's path: used before JavaScript, in a new tab, and when shared. */
  to: string;
  name: DrawnAhead;
  value: string;
  className?: string | undefined;
  title?: string;
  children: ReactNode;
}

/** Links to a page that opens in a drawer with JavaScript. */
export function DrawerLink({ to, name, value, className, children, ...more }: DrawerLinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, value, name), { preventScrollReset: true });
  };
  const { intent, ahead } = useDrawerAhead(name, to);
  return (
    <>
      <Link to={to} className={className ?? ""} onClick={onClick} {...intent} {...more}>
        {children}
      </Link>
      {ahead}
    </>
  );
}
