import { Link, useLocation, useNavigate } from "@remix-run/react";
import type { ReactNode } from "react";
import { t } from "~/i18n/text";
import { Icon } from "../icon";
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
  children: ReactNode;
}

/** A page of its own over the page that leads to it. Closing it goes back to the page below. */
export function Drawer({ label, page, load, isBusy, children }: DrawerProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const drawer: InDrawer = { load, to: withDrawer(location, null), here: location.pathname + location.search };
  const close = () => navigate(drawer.to, { preventScrollReset: true, replace: true });
  return (
    <Dialog place="side" label={label} onClose={close}>
      <div className={styles.bar}>
        <Link to={page} className={styles.open!}>
          {t("Open as a page")}
        </Link>
        <button type="button" className={styles.close} onClick={close}>
          <Icon name="cross" size={20} />
          <span className="hidden-text">{t("Close")}</span>
        </button>
      </div>
      <div className={styles.body} aria-busy={isBusy}>
        <DrawerProvider value={drawer}>{children}</DrawerProvider>
      </div>
    </Dialog>
  );
}
