import { useState } from "react";
import type { DrawerName } from "./drawer-address";
import { useIntent } from "./use-intent";

/**
 * Code of each drawer and the route of its page. The slot panel contains links that open drawers,
 * so importing it here directly would be circular.
 */
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
 * Prefetches a drawer for a link: its code, and its data from the URL its fetcher will request, so
 * the browser cache answers. `page` is the path with its query. Spread `intent` on the link; render
 * `ahead` next to it.
 */
export function useDrawerAhead(name: DrawnAhead, page: string) {
  const [isIntended, setIsIntended] = useState(false);
  const onIntent = () => {
    void DRAWN[name].load();
    setIsIntended(true);
  };
  const intent = useIntent(onIntent, () => setIsIntended(false));
  return {
    intent,
    ahead: isIntended && (
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
