import { Link, useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import drawer from "../booking/booking-drawer.module.css";
import { Icon } from "../icon";
import { Dialog } from "../layout/dialog";
import { BlockForm, NoBlock } from "./block-form";
import { withBlock } from "./block-address";
import type { BlockView } from "./block-view";
import styles from "./block-drawer.module.css";

/** Time off over the calendar: its own page, loaded into a dialog. `search` is what that page's address says of it. */
export default function BlockDrawer({ search }: { search: string }) {
  const path = `/dashboard/calendar/block?${search}`;
  const page = useFetcher<BlockView | null>({ key: `drawer-${search}` });
  const location = useLocation();
  const navigate = useNavigate();
  const { load } = page;
  useEffect(() => load(path), [load, path]);
  const closed = withBlock(location, null);
  const close = () => navigate(closed, { preventScrollReset: true });
  const view = page.data;
  const title = view?.id == null ? "Block time" : "Time off";
  return (
    <Dialog place="side" label={title} onClose={close}>
      <div className={drawer.bar}>
        <Link to={path} className={drawer.open!}>
          Open as a page
        </Link>
        <button type="button" className={drawer.close} onClick={close}>
          <Icon name="cross" size={20} />
          <span className="hidden-text">Close</span>
        </button>
      </div>
      <div className={drawer.body} aria-busy={page.state !== "idle"}>
        {view === null && <NoBlock heading="h2" />}
        {view && (
          <>
            <h2 className={styles.title}>{title}</h2>
            <BlockForm view={view} to={closed} />
          </>
        )}
      </div>
    </Dialog>
  );
}
