import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon, type IconName } from "../icon";
import { Dialog } from "./dialog";
import { withDrawer } from "./drawer-address";
import { DrawerProvider, type InDrawer } from "./in-drawer";
import styles from "./drawer.module.css";

interface DrawerProps {
  label: string;
  /** The page that the drawer shows. */
  page: string;
  /** Loads the page as it is with another search. */
  load: (search: string) => void;
  isBusy: boolean;
  /** Buttons of the bar, before the one that closes. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A page of its own over the page that leads to it. Closing it goes back to the page below. */
export function Drawer({ label, page, load, isBusy, tools, children }: DrawerProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const drawer: InDrawer = {
    load,
    to: withDrawer(location, null),
    here: location.pathname + location.search,
  };
  const close = () => navigate(drawer.to, { preventScrollReset: true, replace: true });
  return (
    <Dialog place="side" label={label} onClose={close}>
      <div className={styles.bar}>
        <Link to={page} className={styles.open!}>
          {t("Open as a page")}
        </Link>
        {tools}
        <DrawerTool label={t("Close")} icon="cross" onClick={close} />
      </div>
      <div className={styles.body} aria-busy={isBusy}>
        <DrawerProvider value={drawer}>{children}</DrawerProvider>
      </div>
    </Dialog>
  );
}

interface ToolProps {
  label: string;
  icon: IconName;
  /** The shortcut that presses it. */
  press?: string;
  isOff?: boolean;
  onClick: () => void;
}

/** A button of the bar. One that is off keeps the focus. */
export function DrawerTool({ label, icon, press, isOff = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
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
