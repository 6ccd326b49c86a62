import { type Dataset, HOT_CAPACITY, resourcesOf } from "./dataset";
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
}

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
    ...datasets.flatMap((dataset) => [
      make(`availability · ${dataset.name}`, "product", "availability", FEW, dataset),
      make(`widget booking · ${dataset.name}`, "product", "book", FEW, dataset),
      ...(dataset.tenants === 1 ? [make(`bookings list · ${dataset.name}`, "product", "list", all, dataset)] : []),
    ]),
  ];
}
