import type { Dataset } from "./dataset";
import { type Measured, PAGES, WATCH } from "./subjects";

export interface Result {
  per_second: number;
  p50: number;
  p99: number;
  /** Microseconds of CPU for each request, in the server and in Postgres (null where that is not reported). */
  server_cpu: number;
  database_cpu: number | null;
}

/** The results of a subject, one for each round. */
export type Results = Map<string, Result[]>;

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);

function median(values: number[]): number {
  const all = sorted(values);
  const middle = Math.floor(all.length / 2);
  return all.length % 2 === 1 ? all[middle]! : (all[middle - 1]! + all[middle]!) / 2;
}

function spread(values: number[], digits: number): string {
  const all = sorted(values);
  return `${median(values).toFixed(digits)} (${all[0]!.toFixed(digits)}–${all.at(-1)!.toFixed(digits)})`;
}

export function writeTable(subjects: Measured[], results: Results): string {
  const header = ["median (range)", "requests/s", "p50 ms", "p99 ms", "server CPU µs", "database CPU µs"];
  const rows = subjects.map(({ name }) => {
    const all = results.get(name)!;
    const column = (pick: (result: Result) => number, digits: number) => spread(all.map(pick), digits);
    const database = all.some((result) => result.database_cpu === null)
      ? "–"
      : column((result) => result.database_cpu!, 0);
    const { per_second, p50, p99, server_cpu } = {
      per_second: column((result) => result.per_second, 0),
      p50: column((result) => result.p50, 2),
      p99: column((result) => result.p99, 1),
      server_cpu: column((result) => result.server_cpu, 0),
    };
    return [name, per_second, p50, p99, server_cpu, database];
  });
  const widths = header.map((_, index) => Math.max(...[header, ...rows].map((row) => row[index]!.length)));
  const line = (row: string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ");
  return [line(header), ...rows.map(line)].join("\n");
}

interface Aim {
  what: string;
  over: [subject: string, floor: string];
  of: (result: Result) => number;
  at: "least" | "most";
  aim: number;
}

const rate = (result: Result) => result.per_second;
const p50 = (result: Result) => result.p50;
const p99 = (result: Result) => result.p99;
const cpu = (result: Result) => result.server_cpu + (result.database_cpu ?? 0);

const AIMS: Aim[] = [
  {
    what: "availability / rows (f2), requests/s",
    over: ["availability, 100 slots (200)", "f2 http + pg, 100 slots as rows"],
    of: rate,
    at: "least",
    aim: 1.2,
  },
  {
    what: "availability / rows (f2), p99",
    over: ["availability, 100 slots (200)", "f2 http + pg, 100 slots as rows"],
    of: p99,
    at: "most",
    aim: 1.5,
  },
  {
    what: "availability, each page once / rows (f2), requests/s",
    over: ["availability, each page once", "f2 http + pg, 100 slots as rows"],
    of: rate,
    at: "least",
    aim: 1.2,
  },
  {
    what: "booking / booking transaction (f3)",
    over: ["widget booking, many slots", "f3 http + pg, booking transaction"],
    of: rate,
    at: "least",
    aim: 0.8,
  },
  {
    what: "booking / every row of a booking (f3b)",
    over: ["widget booking, many slots", "f3b http + pg, every row of a booking"],
    of: rate,
    at: "least",
    aim: 0.8,
  },
  {
    what: "booking / seat counter (f4)",
    over: ["widget booking, many slots", "f4 http + pg, seat counter"],
    of: rate,
    at: "least",
    aim: 0.25,
  },
  {
    what: "one hot slot / many slots, p99",
    over: ["widget booking, one hot slot", "widget booking, many slots"],
    of: p99,
    at: "most",
    aim: 4,
  },
];

/** From the smallest dataset to each larger one with as many tenants. */
function growthAims(datasets: Dataset[]): Aim[] {
  const availability = (dataset: Dataset) => `availability · ${dataset.name}`;
  return datasets.flatMap((large) => {
    const small = datasets.find((candidate) => candidate.tenants === large.tenants)!;
    if (small === large) return [];
    const growth = `${small.name} → ${large.name}`;
    const aims: Aim[] = [
      {
        what: `availability p50, ${growth}`,
        over: [availability(large), availability(small)],
        of: p50,
        at: "most",
        aim: 1.3,
      },
      {
        what: `booking rate, ${growth}`,
        over: [`widget booking · ${large.name}`, `widget booking · ${small.name}`],
        of: rate,
        at: "least",
        aim: 0.95,
      },
    ];
    if (large.tenants === 1 && large.bookings > small.bookings)
      aims.push({
        what: `bookings list p50, ${growth}`,
        over: [`bookings list · ${large.name}`, `bookings list · ${small.name}`],
        of: p50,
        at: "most",
        aim: 1.3,
      });
    return aims;
  });
}

/** The aims as ratios of two measurements of the same round: median and range over the rounds. */
export function writeAims(datasets: Dataset[], results: Results, slotGenerationMs: number): string {
  const lines = [...AIMS, ...growthAims(datasets)].flatMap(({ what, over, of, at, aim }) => {
    const [above, below] = over.map((name) => results.get(name));
    if (above === undefined || below === undefined) return [];
    const ratios = above.map((result, round) => of(result) / of(below[round]!));
    const isMet = at === "least" ? median(ratios) >= aim : median(ratios) <= aim;
    return [`${isMet ? "pass" : "MISS"}  ${what}: ${spread(ratios, 2)}, at ${at} ${aim}`];
  });
  const limits = [
    ...PAGES.map(({ name, most }) => ({ name, most, of: p99, unit: "ms, p99" })),
    { ...WATCH, of: cpu, unit: "µs of server and database" },
  ].flatMap(({ name, most, of, unit }) => {
    const all = results.get(name)?.map(of);
    if (all === undefined) return [];
    return [`${median(all) <= most ? "pass" : "MISS"}  ${name}: ${spread(all, 0)} ${unit}, at most ${most}`];
  });
  const generation = `${slotGenerationMs < 1 ? "pass" : "MISS"}  slot generation, 30 days of 15 minutes, 200 busy: ${slotGenerationMs.toFixed(2)} ms CPU, below 1`;
  return [...lines, ...limits, generation].join("\n");
}
