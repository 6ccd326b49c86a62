import { type Dataset, HOT_CAPACITY, resourcesOf } from "./dataset";
import { PEOPLE } from "./anyone";
import { WATCHING } from "./desk";
import type { Taken } from "./needs";
import type { RequestKind } from "./requests";
import type { Settings } from "./settings";
import { SUBSCRIPTIONS } from "./webhooks";

/** A subject measured in every round. */
export interface Measured {
  name: string;
  /**
   * The measured server: the floors, remix-serve, or the product on the dataset's database.
   */
  server: "floors" | "remix-serve" | "product";
  kind: RequestKind;
  dataset: Dataset;
  resources: number;
  count: number;
  /** Requests in flight; CLIENTS by default. */
  clients?: number;
  path?: string;
  people?: "one" | "anyone";
  taken?: Taken;
  tenant?: number;
  /** A worker runs with the server, and its CPU time is included. */
  has_worker?: boolean;
  /** Period in which the clients of a sale press. */
  seconds?: number;
  /** The baseline by name, and the same subject on the smallest dataset with as many tenants. */
  floor?: string;
  smaller?: string;
}

export const serverName = ({ server, dataset }: Pick<Measured, "server" | "dataset">): string =>
  `${server} ${dataset.name}`;

// Analytics covers at most 366 days, counted in the company's time zone.
const yearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
/**
 * Pages a front desk opens, with the limit of the time to first byte (milliseconds, p99; pages are
 * sent whole).
 */
export const PAGES = [
  { name: "page: Today", path: "/dashboard", most: 150 },
  { name: "page: Calendar, 12 columns", path: "/dashboard/calendar", most: 200 },
  { name: "page: Bookings", path: "/dashboard/bookings", most: 150 },
  {
    name: "page: Bookings, found by name",
    path: "/dashboard/bookings?view=all&search=Guest+1234",
    most: 150,
  },
  { name: "page: Customers", path: "/dashboard/customers", most: 150 },
  { name: "analytics of a year", path: `/api/analytics?from=${yearAgo}`, most: 150 },
];
/**
 * Event streams of WATCHING companies; limit in microseconds of CPU time per second: 2 % of a core.
 */
export const WATCH = { name: `${WATCHING} companies watched, each second`, most: 20_000 };

const ENOUGH = 200_000;
/**
 * Bookings over many slots use 100,000 of them; those compared for growth, and frequently visited
 * pages, 10,000.
 */
const MANY = 1000;
const FEW = 100;
/**
 * Bookings whose webhooks are awaited: the five deliveries of each take longer than the booking.
 */
const MAX_FOLLOWED = 1000;

const PRESS_SECONDS = 2;
const SALE_CLIENTS = 3000;
const SALE = `sale, ${SALE_CLIENTS.toLocaleString("en")} clients`;
const DELIVERIES = 600 * SUBSCRIPTIONS;
const BARE = "f1 bare node:http";
const ROWS = "f2 http + pg, 100 slots as rows";
const ONE = "availability of one person, 3 lengths";
const ANYONE = `availability of anyone of ${PEOPLE}, 3 lengths`;
const BOOK = "f3 http + pg, booking transaction";
const BOOK_EVERY_ROW = "f3b http + pg, every row of a booking";
const SEE_PERSON = "availability, a person alone";
const BOOK_PERSON = "widget booking, a person alone";
const API = "API booking, no subscription";

/** All measurements in running order. */
export function subjectsOf({ datasets, main, beside }: Settings): Measured[] {
  const all = resourcesOf(main);
  const many = Math.min(MANY, all);
  const make = (
    name: string,
    server: Measured["server"],
    kind: RequestKind,
    resources: number,
    more: Partial<Measured> = {},
  ): Measured => ({
    name,
    server,
    kind,
    resources,
    dataset: main,
    count: kind === "book-hot" ? HOT_CAPACITY : ENOUGH,
    ...more,
  });
  const followed = (kind: RequestKind, name: string, more: Partial<Measured> = {}) =>
    make(name, "product", kind, 1, { dataset: beside, ...more });
  return [
    make(BARE, "floors", "floor-bare", all),
    make("f5 remix-serve, trivial route", "remix-serve", "healthz", all, { floor: BARE }),
    make(ROWS, "floors", "floor-read", all),
    make("availability, 100 slots (200)", "product", "availability", FEW, { floor: ROWS }),
    make("availability, each page once", "product", "availability", all, { floor: ROWS }),
    make("availability unchanged (304)", "product", "unchanged", FEW),
    make(ONE, "product", "availability-of", 1, { people: "one" }),
    make(ANYONE, "product", "availability-of", 1, { people: "anyone", floor: ONE }),
    make(SEE_PERSON, "product", "availability-needs", 1, { taken: "a person" }),
    make(
      "availability, a person, a room and one of two devices",
      "product",
      "availability-needs",
      1,
      {
        taken: "a person and two needs",
        floor: SEE_PERSON,
      },
    ),
    make(BOOK_PERSON, "product", "book-needs", 1, { taken: "a person" }),
    make("widget booking, a person, a room and one of two devices", "product", "book-needs", 1, {
      taken: "a person and two needs",
      floor: BOOK_PERSON,
    }),
    make("f4 http + pg, seat counter", "floors", "floor-count", all),
    make(BOOK, "floors", "floor-book", many),
    make(BOOK_EVERY_ROW, "floors", "floor-book-every-row", many),
    make("widget booking, many slots", "product", "book", many, { floor: BOOK_EVERY_ROW }),
    make("widget booking, one hot slot", "product", "book-hot", 1),
    followed("book-api", API, { tenant: 0, has_worker: true, count: MAX_FOLLOWED }),
    followed("book-api", `API booking, ${SUBSCRIPTIONS} subscriptions`, {
      tenant: 1,
      has_worker: true,
      count: MAX_FOLLOWED,
      floor: API,
    }),
    followed("deliveries", `deliveries to ${SUBSCRIPTIONS} endpoints`, { count: DELIVERIES }),
    followed("sale", SALE, {
      count: SALE_CLIENTS,
      seconds: PRESS_SECONDS,
    }),
    ...PAGES.map(({ name, path }) => make(name, "product", "page", 1, { path, clients: 1 })),
    make(WATCH.name, "product", "watch", 1, { count: WATCHING }),
    ...datasets.flatMap((dataset) => {
      const small = datasets.find(({ tenants }) => tenants === dataset.tenants)!;
      const grown = (title: string, kind: RequestKind, resources: number) =>
        make(`${title} · ${dataset.name}`, "product", kind, resources, {
          dataset,
          smaller: small === dataset ? undefined : `${title} · ${small.name}`,
        });
      return [
        grown("availability", "availability", FEW),
        grown("widget booking", "book", FEW),
        ...(dataset.tenants === 1 ? [grown("bookings list", "list", all)] : []),
      ];
    }),
  ];
}
