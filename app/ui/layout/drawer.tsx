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
  /** URL of the page in the drawer. */
  page: string;
  /** Reloads the page with another query string. */
  load: (search: string) => void;
  isBusy: boolean;
  /** Toolbar buttons before Close. */
  tools?: ReactNode;
  children: ReactNode;
}

/** Shows a page in a drawer over the page that links to it. Closing returns to the page below. */
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
