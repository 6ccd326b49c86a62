import type { Dataset } from "./dataset";
import { cpu, median, p50, p99, rate, ratios, type Result, type Results, spread } from "./results";
import { PAGES, WATCH } from "./subjects";

interface Aim {
  title: string;
  over: [subject: string, floor: string];
  of: (result: Result) => number;
  at: "least" | "most";
  aim: number;
}

const ROWS = "f2 http + pg, 100 slots as rows";
const BOOKING = "widget booking, many slots";

const AIMS: Aim[] = [
  {
    title: "availability / rows (f2), requests/s",
    over: ["availability, 100 slots (200)", ROWS],
    of: rate,
    at: "least",
    aim: 1.2,
  },
  {
    title: "availability / rows (f2), p99",
    over: ["availability, 100 slots (200)", ROWS],
    of: p99,
    at: "most",
    aim: 1.5,
  },
  {
    title: "availability, each page once / rows (f2), CPU",
    over: ["availability, each page once", ROWS],
    of: cpu,
    at: "most",
    aim: 1.3,
  },
  {
    title: "availability of anyone / of one person, CPU",
    over: ["availability of anyone of 8, 3 lengths", "availability of one person, 3 lengths"],
    of: cpu,
    at: "most",
    aim: 1.5,
  },
  {
    title: "availability with two needs / of a person alone, CPU",
    over: ["availability, a person, a room and one of two devices", "availability, a person alone"],
    of: cpu,
    at: "most",
    aim: 1.3,
  },
  {
    title: "booking with two needs / of a person alone, CPU",
    over: [
      "widget booking, a person, a room and one of two devices",
      "widget booking, a person alone",
    ],
    of: cpu,
    at: "most",
    aim: 1.6,
  },
  {
    title: "booking / every row of a booking (f3b), CPU",
    over: [BOOKING, "f3b http + pg, every row of a booking"],
    of: cpu,
    at: "most",
    aim: 2.2,
  },
  {
    title: "one hot slot / many slots, p99",
    over: ["widget booking, one hot slot", BOOKING],
    of: p99,
    at: "most",
    aim: 4,
  },
];

/** Compares the smallest dataset with each larger one that has as many tenants. */
function growthAims(datasets: Dataset[]): Aim[] {
  const availability = (dataset: Dataset) => `availability · ${dataset.name}`;
  return datasets.flatMap((large) => {
    const small = datasets.find((candidate) => candidate.tenants === large.tenants)!;
    if (small === large) return [];
    const growth = `${small.name} → ${large.name}`;
    const aims: Aim[] = [
      {
        title: `availability p50, ${growth}`,
        over: [availability(large), availability(small)],
        of: p50,
        at: "most",
        aim: 1.3,
      },
      {
        title: `booking rate, ${growth}`,
        over: [`widget booking · ${large.name}`, `widget booking · ${small.name}`],
        of: rate,
        at: "least",
        aim: 0.95,
      },
    ];
    if (large.tenants === 1 && large.bookings > small.bookings)
      aims.push({
        title: `bookings list p50, ${growth}`,
        over: [`bookings list · ${large.name}`, `bookings list · ${small.name}`],
        of: p50,
        at: "most",
        aim: 1.3,
      });
    return aims;
  });
}

/**
 * One line per aim: target, and whether it was met. Ratios compare two measurements of the same
 * round.
 */
export function writeAims(
  datasets: Dataset[],
  results: Results,
  slotGenerationMs: number,
): string[] {
  const lines = [...AIMS, ...growthAims(datasets)].flatMap(({ title, over, of, at, aim }) => {
    const all = ratios(results, ...over, of);
    if (all.length === 0) return [];
    const isMet = at === "least" ? median(all) >= aim : median(all) <= aim;
    return [`${isMet ? "pass" : "MISS"} ${title}: ${spread(all, 2)}, at ${at} ${aim}`];
  });
  const limits = [
    ...PAGES.map(({ name, most }) => ({ name, most, of: p99, unit: "ms, p99" })),
    { ...WATCH, of: cpu, unit: "µs of server and database" },
  ].flatMap(({ name, most, of, unit }) => {
    const all = results.get(name)?.map(of);
    if (all === undefined) return [];
    return [
      `${median(all) <= most ? "pass" : "MISS"} ${name}: ${spread(all, 0)} ${unit}, at most ${most}`,
    ];
  });
  const generation = `${slotGenerationMs < 1 ? "pass" : "MISS"} slot generation, 30 days of 15 minutes, 200 busy: ${slotGenerationMs.toFixed(2)} ms CPU, below 1`;
  return [...lines, ...limits, generation];
}
