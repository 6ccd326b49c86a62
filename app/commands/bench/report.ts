import { markdownTable } from "../markdown-table";
import { SALE_SEATS } from "./dataset";
import { cpu, rate, ratios, type Result, type Results, spread } from "./results";
import type { Measured } from "./subjects";

const HEAD = [
  "what",
  "a second",
  "p50 ms",
  "p99 ms",
  "server CPU µs",
  "database CPU µs",
  "rate to its floor",
  "CPU to its floor",
  "growth",
];

/** One row per subject: medians over the rounds, with minimum and maximum. */
export function benchTable(subjects: readonly Measured[], results: Results): string {
  const rows = [...results].map(([name, all]) => {
    const subject = subjects.find((one) => one.name === name);
    const column = (pick: (result: Result) => number | null, digits?: number) => {
      const values = all.map(pick);
      return values.some((value) => value === null) ? "–" : spread(values as number[], digits);
    };
    const compared = (other: string | undefined, of: (result: Result) => number) => {
      const values = other === undefined ? [] : ratios(results, name, other, of);
      return values.length === 0 ? "–" : spread(values, 2);
    };
    return [
      name,
      column((result) => result.per_second),
      column((result) => result.p50),
      column((result) => result.p99),
      column((result) => result.server_cpu, 0),
      column((result) => result.database_cpu, 0),
      compared(subject?.floor, rate),
      compared(subject?.floor, cpu),
      compared(subject?.smaller, rate),
    ];
  });
  return markdownTable(HEAD, rows);
}

interface Run {
  date: string;
  /** Machine and run: Node's version, cores, data, rounds. */
  machine: string;
  table: string;
  aims: readonly string[];
}

/** app/docs/bench.md: the last saved run with its date, machine and reading notes. */
export function benchPage({ date, machine, table, aims }: Run): string {
  return `# Benchmark

\`npm run bench\` measures the product beside what Node and Postgres do on the same machine without it, in turns, and prints this table;
\`npm run bench -- --write\` also keeps it here. The head of [commands/bench.ts](../commands/bench.ts) lists the options.

Run on ${date}, ${machine}.

**How to read it.** Other work on a machine makes rates wander, and on a shared one they mean little alone. Processor time for each call, and ratios to
a floor in the same round, wander less. Where there were several rounds, a cell holds the median, and the least and the most in brackets. Database, product and load ran on the
same cores.

- **Floors** (f1 to f5) are bare servers: f1 only answers, f5 is Remix's server, f2 reads 100 rows, f3 is a booking's transaction in four trips, f3b the same with every row that
  a booking of the product writes, f4 counts a seat in one row.
- **To its floor**: what is measured, over its floor. Below 1 is slower (rate) or cheaper (CPU).
- **Growth**: the rate on the data named, over the rate on the smallest data with as many companies. The process of the largest data has answered more before, and is warmer: above 1 is
  no gain.
- **Server CPU** is the web process's, with the worker's where one runs: in deliveries (the worker alone) and in the two rows of bookings through the API.
  Those two hold all that a booking costs until its last webhook has arrived; each of the five subscriptions gets one for each booking. The floor of the second is the first.
- **Sale**: clients press once within two seconds for ${SALE_SEATS} seats, each on a connection of its own, and ask again while they are told to come later, or nothing. Times go from the press
  to what they were told. A run in which the seats sold are not exactly those on offer fails.
- **payload-reserve** is in the table where \`--peer\` names a folder that has it: that package from npm (MIT) behind a bare server, without Next.js, on the same Postgres
  with as many resources and bookings. It checks for overlaps and writes a reservation; it writes no customer, event, audit row or kept answer. It is compared with the same floor.

${table}

**Aims.** Ratios and times that this was built for.

${aims.map((line) => `- ${line}`).join("\n")}

**In the browser** nothing is measured here; tests do it on each run. The bytes of first loads (compressed, at most 150 kB for Today and for Bookings, 175 kB for Calendar) are in
\`e2e/first-load.spec.ts\`, those of the widget's parts (18.2 kB for its first view) in \`widget-element/build.ts\`, which fails the build. The time from an input to the picture
after it (INP) is printed by \`e2e/calendar-speed.spec.ts\`, with 300 cards and with none.
`;
}
