import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon, type IconName } from "../icon";
import { Dialog } from "./dialog";
import { withDrawer } from "./drawer-address";
import { DrawerProvider, type InDrawer } from "./in-drawer";
import { DrawerSkeleton } from "./skeleton";

interface DrawerProps {
  label: string;
  /** URL of the page in the drawer. */
  page: string;
  /** Reloads the page with another query string. */
  load: (search: string) => void;
  isBusy: boolean;
  /** Whether the page has been loaded once. */
  isThere: boolean;
  /** Toolbar buttons before Close. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Shows a page in a drawer over the page that links to it. Closing returns to the page below. */
export function Drawer({ label, page, load, isBusy, isThere, tools, children }: DrawerProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const drawer: InDrawer = {
    load,
    to: withDrawer(location, null),
    here: location.pathname + location.search,
  };
  const close = () => navigate(drawer.to, { preventScrollReset: true, replace: true });
  return (
    <Dialog place="side" label={label} isReady={isThere} onClose={close}>
      <div className="sticky top-0 z-1 flex items-center min-h-11 ps-5 pe-2 bg-surface max-md:ps-4 print:hidden">
        <Link to={page} className="me-auto text-accent-text text-sm font-medium leading-10">
          {t("Open as a page")}
        </Link>
        {tools}
        <DrawerTool label={t("Close")} icon="cross" onClick={close} />
      </div>
      <div className="min-h-48 pt-2 px-5 pb-10 max-md:px-4 print:p-0" aria-busy={isBusy}>
        {isThere ? <DrawerProvider value={drawer}>{children}</DrawerProvider> : <DrawerSkeleton />}
      </div>
    </Dialog>
  );
}

interface ToolProps {
  label: string;
  icon: IconName;
  /** Its keyboard shortcut. */
  press?: string;
  isOff?: boolean;
  onClick: () => void;
}

/** A toolbar button. It stays focusable while disabled. */
export function DrawerTool({ label, icon, press, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="grid place-items-center size-10 border-0 rounded-md bg-transparent text-muted cursor-pointer hover:bg-fill aria-[disabled]:bg-transparent aria-[disabled]:text-faint aria-[disabled]:cursor-default"
      title={label}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-press={press}
      onClick={() => !isOff && onClick()}
    >
      <Icon name={icon} size={20} />
    </button>
  );
}
