import { Link } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import { useForgetDraft } from "../drafts/draft";
import { useDrawer } from "../layout/in-drawer";
import type { Panel } from "./booking-view";

interface PanelLinkProps {
  path: string;
  /** null closes the open panel. */
  show: Panel | null;
  /** The draft discarded by this link. */
  discards?: string;
  className?: string | undefined;
  current?: boolean;
  children: ReactNode;
}

/** Opens a panel of the booking: by URL on the page, in place in a drawer. */
export function PanelLink({ path, show, discards, className, current, children }: PanelLinkProps) {
  const drawer = useDrawer();
  const search = show === null ? "" : `?show=${show}`;
  const forget = useForgetDraft();
  const onClick = (event: MouseEvent) => {
    if (discards !== undefined) forget(discards);
    if (drawer === null || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    drawer.load(search);
  };
  return (
    <Link
      to={path + search}
      className={className ?? ""}
      onClick={onClick}
      preventScrollReset
      replace
      aria-current={current ? "true" : undefined}
    >
      {children}
    </Link>
  );
}
