import { parseArgs } from "node:util";
import { PlainError } from "~/commands/plain-error";
import { type Dataset, HOT_CAPACITY, SALE_SEATS } from "./dataset";

export interface Settings {
  datasets: Dataset[];
  /** The dataset on which product and floors are compared. */
  main: Dataset;
  /** A small dataset for webhooks, bookings with webhooks, and the sale. */
  beside: Dataset;
  rounds: number;
  seconds: number;
  /** Parts of names. */
  only: string[];
  write: boolean;
}

const MAX_BOOKINGS = 1_000_000;

export function readSettings(args: string[], now = Date.now()): Settings {
  const { values } = parseArgs({
    args,
    options: {
      slots: { type: "string", default: "10000,1000000" },
      tenants: { type: "string", default: "1,1000" },
      rounds: { type: "string", default: "5" },
      seconds: { type: "string", default: "3" },
      only: { type: "string", default: "" },
      write: { type: "boolean", default: false },
    },
  });
  const base = `${new Date(now + 86_400_000).toISOString().slice(0, 10)}T08:00:00Z`;
  const sizes = numbers(values.slots, 10_000).sort((a, b) => a - b);
  const datasets = sizes.flatMap((slots) =>
    numbers(values.tenants, 1).map((tenants) => ({
      name: `${slots.toLocaleString("en")} slots, ${tenants === 1 ? "1 tenant" : `${tenants.toLocaleString("en")} tenants`}`,
      slots,
      tenants,
      base,
      bookings: Math.min(slots, MAX_BOOKINGS),
      hot_capacity: HOT_CAPACITY,
      has_worker: false,
      has_desk: false,
    })),
  );
  const main = mainOf(datasets);
  main.has_desk = true;
  const small = {
    name: "10,000 slots with webhooks",
    slots: 10_000,
    tenants: 2,
    bookings: 10_000,
    base,
    hot_capacity: SALE_SEATS,
    has_worker: true,
    has_desk: false,
  };
  const number = (text: string, least: number) => numbers(text, least)[0]!;
  return {
    datasets,
    main,
    beside: small,
    rounds: number(values.rounds, 1),
    seconds: number(values.seconds, 1),
    only: values.only.split(","),
    write: values.write,
  };
}

function numbers(text: string, least: number): number[] {
  return text.split(",").map((part) => {
    if (!/^\d+$/.test(part) || Number(part) < least || Number(part) > 10_000_000)
      throw new PlainError(`"${text}" is not a list of numbers between ${least} and 10,000,000.`);
    return Number(part);
  });
}

/** A million slots of one tenant, or the closest dataset. */
function mainOf(datasets: Dataset[]): Dataset {
  const one = datasets.filter(({ tenants }) => tenants === 1);
  return one.find(({ slots }) => slots === 1_000_000) ?? one.at(-1) ?? datasets.at(-1)!;
}
