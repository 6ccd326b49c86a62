import { type Dataset, HOT_CAPACITY, resourcesOf } from "./dataset";
import { WATCHING } from "./desk";
import type { RequestKind } from "./requests";

/** One thing that is measured in every round. */
export interface Measured {
  name: string;
  /** Which server answers: the floors, remix-serve, or the product on the dataset's database. */
  server: "floors" | "remix-serve" | "product";
  kind: RequestKind;
  dataset: Dataset;
  resources: number;
  count: number;
  /** How many requests are under way at once; CLIENTS where it is not said. */
  clients?: number;
  path?: string;
}

const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
/** What a front desk opens, and the longest that the first byte may take (milliseconds, p99; the pages are sent as a whole). */
export const PAGES = [
  { name: "page: Today", path: "/dashboard", most: 150 },
  { name: "page: Calendar, 12 columns", path: "/dashboard/calendar", most: 200 },
  { name: "page: Bookings", path: "/dashboard/bookings", most: 150 },
  { name: "page: Bookings, found by name", path: "/dashboard/bookings?view=all&search=Guest+1234", most: 150 },
  { name: "page: Customers", path: "/dashboard/customers", most: 150 },
  { name: "analytics of a year", path: `/api/analytics?from=${yearAgo}`, most: 150 },
];
/** Streams of changes for WATCHING companies; microseconds of processor time a second, 2 % of a core. */
export const WATCH = { name: `${WATCHING} companies watched, each second`, most: 20_000 };

const ENOUGH = 200_000;
/** Bookings over many slots are spread over 100,000 of them; those whose growth is compared, and pages that many visit, over 10,000. */
const MANY = 1000;
const FEW = 100;

/** The measurements in the order of their turns. `main` is the dataset on which product and floors are compared. */
export function subjectsOf(datasets: Dataset[], main: Dataset): Measured[] {
  const all = resourcesOf(main);
  const many = Math.min(MANY, all);
  const make = (
    name: string,
    server: Measured["server"],
    kind: RequestKind,
    resources: number,
    dataset = main,
  ): Measured => ({
    name,
    server,
    kind,
    dataset,
    resources,
    count: kind === "book-hot" ? HOT_CAPACITY : ENOUGH,
  });
  return [
    make("f1 bare node:http", "floors", "floor-bare", all),
    make("f5 remix-serve, trivial route", "remix-serve", "healthz", all),
    make("f2 http + pg, 100 slots as rows", "floors", "floor-read", all),
    make("availability, 100 slots (200)", "product", "availability", FEW),
    make("availability, each page once", "product", "availability", all),
    make("availability unchanged (304)", "product", "unchanged", FEW),
    make("f4 http + pg, seat counter", "floors", "floor-count", all),
    make("f3 http + pg, booking transaction", "floors", "floor-book", many),
    make("f3b http + pg, every row of a booking", "floors", "floor-book-every-row", many),
    make("widget booking, many slots", "product", "book", many),
    make("widget booking, one hot slot", "product", "book-hot", 1),
    ...PAGES.map(({ name, path }) => ({ ...make(name, "product", "page", 1), path, clients: 1 })),
    { ...make(WATCH.name, "product", "watch", 1), count: WATCHING },
    ...datasets.flatMap((dataset) => [
      make(`availability · ${dataset.name}`, "product", "availability", FEW, dataset),
      make(`widget booking · ${dataset.name}`, "product", "book", FEW, dataset),
      ...(dataset.tenants === 1 ? [make(`bookings list · ${dataset.name}`, "product", "list", all, dataset)] : []),
    ]),
  ];
}
