import { Form, useFetcher, useLocation, useNavigate, useSubmit } from "@remix-run/react";
import type { BookingRefusal } from "../booking/booking-view";
import { isCutOff } from "../connection/cut-off";
import { withDrawer } from "../layout/drawer-address";
import { useDrawer } from "../layout/in-drawer";
import { deskPath, deskSearch, type DeskTime } from "./desk-state";

type Change = Record<string, string | null>;

/** Response to a rejected booking. */
export type DeskRefusal = Partial<
  Omit<BookingRefusal, "alternatives"> & {
    /** Displayed price and current price. */
    price: { shown: number; now: number };
    alternatives: DeskTime[];
    may_override: boolean;
  }
>;

/**
 * How the new-booking form changes state: through its page's URL, or in a drawer through the URL of
 * the page below.
 */
export interface Desk {
  /** The form element; only Book saves, other buttons reload. */
  Form: typeof Form;
  /** URL with some parameters changed. */
  pathTo: (change: Change) => string;
  /** Reloads times for the current input. */
  ask: (query: URLSearchParams) => void;
  /** Picks the server's first match. */
  pick: (query: URLSearchParams) => void;
  postTo: string;
  /** Where the form redirects; null for the booking's page. */
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
    const ask = (query: URLSearchParams) =>
      submit(query, {
        method: "get",
        action: deskPath(""),
        replace: true,
        preventScrollReset: true,
      });
    return {
      Form,
      pathTo: (change) => deskPath(deskSearch(location.search, change)),
      ask,
      pick: (query) => ask(new URLSearchParams([...query, ["pick", "1"]])),
      postTo: deskPath(deskSearch(location.search, {})),
      to: null,
      refusal: undefined,
    };
  }
  const search = new URLSearchParams(location.search).get("new") ?? "";
  const over = (search: string) => withDrawer(location, search, "new");
  return {
    Form: sender.Form,
    pathTo: (change) => over(deskSearch(search, change)),
    ask: (query) => navigate(over(query.toString()), { replace: true, preventScrollReset: true }),
    pick: (query) =>
      void (
        isCutOff() ||
        drawer.load(`?${new URLSearchParams([...query, ["pick", "1"], ["to", drawer.to]])}`)
      ),
    postTo: deskPath(deskSearch(search, {})),
    to: drawer.to,
    // While pages are read again the answer cannot be acted on: a second submission in that time
    // makes Remix lose the first ("Expected fetcher").
    refusal: sender.state === "loading" ? undefined : sender.data,
  };
}
