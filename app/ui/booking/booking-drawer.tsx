import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { useLayoutEffect } from "react";
import { t } from "~/i18n/text";
import { Drawer, DrawerTool } from "../layout/drawer";
import { withDrawer } from "../layout/drawer-address";
import { BookingPanel } from "./booking-panel";
import type { BookingView } from "./booking-view";
import { useNeighbours } from "./use-neighbours";

/**
 * Loads the booking's page into a dialog over the list. `of` is its id, and the query of the page
 * if one of its forms is open.
 */
export default function BookingDrawer({ of }: { of: string }) {
  const [id = "", search] = of.split("?");
  const path = `/dashboard/bookings/${encodeURIComponent(id)}`;
  const first = search === undefined ? path : `${path}?${search}`;
  const page = useFetcher<BookingView>({ key: `drawer-${of}` });
  const { load } = page;
  // A layout effect, so the drawer is not painted empty. Never rendered on the server.
  useLayoutEffect(() => load(first), [load, first]);
  return (
    <Drawer
      label={t("Booking")}
      page={path}
      load={(search) => load(path + search)}
      isBusy={page.state !== "idle"}
      isThere={page.data !== undefined}
      tools={<Tools id={id} isThere={page.data !== undefined} />}
    >
      {page.data && <BookingPanel key={id} view={page.data} />}
    </Drawer>
  );
}

/** Links to the previous and next booking of the page below, and to print. */
function Tools({ id, isThere }: { id: string; isThere: boolean }) {
  const neighbours = useNeighbours(id);
  const location = useLocation();
  const navigate = useNavigate();
  /** Replaces the history entry, so Back returns to the list. */
  const open = (other: string | null) => () =>
    navigate(withDrawer(location, other), { preventScrollReset: true, replace: true });
  return (
    <>
      {neighbours !== null && (
        <>
          <p className="m-0 me-1 text-muted text-sm whitespace-nowrap" role="status">
            {t("{{place}} of {{count}}", { place: neighbours.place, count: neighbours.count })}
          </p>
          <DrawerTool
            label={t("Previous booking")}
            icon="previous"
            press="previous_row"
            isOff={neighbours.previous === null}
            onClick={open(neighbours.previous)}
          />
          <DrawerTool
            label={t("Next booking")}
            icon="next"
            press="next_row"
            isOff={neighbours.next === null}
            onClick={open(neighbours.next)}
          />
        </>
      )}
      <DrawerTool label={t("Print")} icon="print" isOff={!isThere} onClick={() => window.print()} />
    </>
  );
}
