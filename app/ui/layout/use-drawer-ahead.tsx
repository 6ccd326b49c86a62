import { useState } from "react";
import type { DrawerName } from "./drawer-address";
import { useIntent } from "./use-intent";

/** The code of each drawer, and the route of the page that it shows. A class has links that open drawers: its code would import itself. */
const DRAWN = {
  booking: {
    load: () => import("../booking/booking-drawer"),
    route: "pages/dashboard/bookings/booking/route",
  },
  slot: { load: () => undefined, route: "pages/dashboard/slots/slot/route" },
  new: {
    load: () => import("../new-booking/new-booking-drawer"),
    route: "pages/dashboard/bookings/new/route",
  },
};
export type DrawnAhead = Extract<DrawerName, keyof typeof DRAWN>;

/**
 * For a link that opens a drawer: the drawer is fetched before the press, its data by the address at which its fetcher asks for it, so that
 * the browser answers that from what it has. `page` is the page's path, with its search. The link takes `intent`; `ahead` is drawn beside it.
 */
export function useDrawerAhead(name: DrawnAhead, page: string) {
  const [isMeant, setIsMeant] = useState(false);
  const onIntent = () => {
    void DRAWN[name].load();
    setIsMeant(true);
  };
  const intent = useIntent(onIntent, () => setIsMeant(false));
  return {
    intent,
    ahead: isMeant && (
      <link rel="prefetch" as="fetch" href={dataAddress(page, DRAWN[name].route)} />
    ),
  };
}

function dataAddress(page: string, route: string): string {
  const [pathname, search] = page.split("?");
  const params = new URLSearchParams(search);
  params.set("_routes", route);
  return `${pathname}.data?${params}`;
}
