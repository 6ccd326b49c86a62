import { Link, useLocation, useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { type DrawerName, withDrawer } from "./drawer-address";

interface DrawerLinkProps {
  /** The page: what opens before JavaScript, in a new tab, and when the address is shared. */
  to: string;
  name: DrawerName;
  value: string;
  className?: string | undefined;
  title?: string;
  /** Called once somebody points at the link, or has walked to it, for a moment. */
  onIntent?: () => void;
  children: ReactNode;
}

/** Less is on the way to something else. */
const INTENT_MS = 60;

/** A page that opens over the one where the link is, with JavaScript. */
export function DrawerLink({ to, name, value, className, onIntent, children, ...more }: DrawerLinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(withDrawer(location, value, name), { preventScrollReset: true });
  };
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const stop = () => clearTimeout(timer.current);
  const begin = () => {
    stop();
    if (onIntent) timer.current = setTimeout(onIntent, INTENT_MS);
  };
  useEffect(() => stop, []);
  const intent = { onPointerEnter: begin, onFocus: begin, onPointerLeave: stop, onBlur: stop };
  return (
    <Link to={to} className={className ?? ""} onClick={onClick} {...intent} {...more}>
      {children}
    </Link>
  );
}
