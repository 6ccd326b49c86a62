import { Link, useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { Dialog } from "../layout/dialog";
import { withDrawer } from "../layout/drawer-address";
import { Icon } from "../icon";
import { BookingPanel } from "./booking-panel";
import type { BookingView } from "./booking-view";
import styles from "./booking-drawer.module.css";

/** A booking over the page that lists it. It is the booking's own page, loaded into a dialog. */
export default function BookingDrawer({ id }: { id: string }) {
  const path = `/dashboard/bookings/${encodeURIComponent(id)}`;
  const page = useFetcher<BookingView>({ key: `drawer-${id}` });
  const location = useLocation();
  const navigate = useNavigate();
  const { load } = page;
  useEffect(() => load(path), [load, path]);
  const closed = withDrawer(location, null);
  const close = () => navigate(closed, { preventScrollReset: true });
  const view = page.data;
  return (
    <Dialog place="side" label="Booking" onClose={close}>
      <div className={styles.bar}>
        <Link to={path} className={styles.open!}>
          Open as a page
        </Link>
        <button type="button" className={styles.close} onClick={close}>
          <Icon name="cross" size={20} />
          <span className="hidden-text">Close</span>
        </button>
      </div>
      <div className={styles.body} aria-busy={page.state !== "idle"}>
        {view && <BookingPanel view={view} drawer={{ load: (search) => load(path + search), to: closed }} />}
      </div>
    </Dialog>
  );
}
