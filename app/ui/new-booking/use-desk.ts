import { Form, useFetcher, useLocation, useNavigate, useSubmit } from "@remix-run/react";
import type { BookingRefusal } from "../booking/booking-view";
import { isCutOff } from "../connection/cut-off";
import { withDrawer } from "../layout/drawer-address";
import { useDrawer } from "../layout/in-drawer";
import { deskPath, deskSearch, type DeskTime } from "./desk-state";

type Change = Record<string, string | null>;

/** What a booking that was not made is answered. */
export type DeskRefusal = Partial<
  Omit<BookingRefusal, "alternatives"> & {
    /** The price that was shown, and the one now. */
    price: { shown: number; now: number };
    alternatives: DeskTime[];
    may_override: boolean;
  }
>;

/** How the parts of a new booking go on to its next state: through the page's own address, or in a drawer through that of the page below. */
export interface Desk {
  /** The form that books; its other buttons ask. */
  Form: typeof Form;
  /** The address with some of it changed. */
  pathTo: (change: Change) => string;
  /** Shows what is asked for, as it is typed and chosen. */
  ask: (asked: URLSearchParams) => void;
  /** Takes the guest that the server finds first for what is typed. */
  pick: (asked: URLSearchParams) => void;
  postTo: string;
  /** Where the form leads to; null for the booking's own page. */
  to: string | null;
  refusal: DeskRefusal | undefined;
}

export function useDesk(): Desk {
  const drawer = useDrawer();
  const location = useLocation();
  const navigate = useNavigate();
  const submit = useSubmit();
  const sender = useFetcher<DeskRefusal>({ key: "new-booking" });
  if (drawer === null) {
    const ask = (asked: URLSearchParams) =>
      submit(asked, {
        method: "get",
        action: deskPath(""),
        replace: true,
        preventScrollReset: true,
      });
    return {
      Form,
      pathTo: (change) => deskPath(deskSearch(location.search, change)),
      ask,
      pick: (asked) => ask(new URLSearchParams([...asked, ["pick", "1"]])),
      postTo: deskPath(deskSearch(location.search, {})),
      to: null,
      refusal: undefined,
    };
  }
  const search = new URLSearchParams(location.search).get("new") ?? "";
  const over = (asked: string) => withDrawer(location, asked, "new");
  return {
    Form: sender.Form,
    pathTo: (change) => over(deskSearch(search, change)),
    ask: (asked) => navigate(over(asked.toString()), { replace: true, preventScrollReset: true }),
    pick: (asked) =>
      void (
        isCutOff() ||
        drawer.load(`?${new URLSearchParams([...asked, ["pick", "1"], ["to", drawer.to]])}`)
      ),
    postTo: deskPath(deskSearch(search, {})),
    to: drawer.to,
    refusal: sender.data,
  };
}
