import { Link } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { useForgetDraft } from "../drafts/draft";
import { useDrawer } from "../layout/in-drawer";
import type { Panel } from "./booking-view";

interface PanelLinkProps {
  path: string;
  /** null closes the open panel. */
  show: Panel | null;
  /** The panel's query string, if it has more than its name. */
  search?: string | undefined;
  /** The draft discarded by this link. */
  discards?: string;
  className?: string | undefined;
  current?: boolean;
  label?: string;
  /** Called in addition to opening the panel. */
  onOpen?: () => void;
  children: ReactNode;
}

/** Opens a panel of the booking: by URL on the page, in place in a drawer. */
export function PanelLink({
  path,
  show,
  search,
  discards,
  className,
  current,
  label,
  onOpen,
  children,
}: PanelLinkProps) {
  const drawer = useDrawer();
  const query = search ?? (show === null ? "" : `?show=${show}`);
  const forget = useForgetDraft();
  const onClick = (event: MouseEvent) => {
    if (discards !== undefined) forget(discards);
    onOpen?.();
    if (drawer === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    drawer.load(query);
  };
  return (
    <Link
      to={path + query}
      className={className ?? ""}
      onClick={onClick}
      preventScrollReset
      replace
      aria-current={current ? "true" : undefined}
      aria-label={label}
    >
      {children}
    </Link>
  );
}
