import { markdownTable } from "~/commands/markdown-table";
import { LENGTHS, PEOPLE } from "./anyone";
import { SALE_SEATS } from "./dataset";
import { DESK, DESK_BOOKINGS } from "./desk";
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

\`npm run bench\` compares the product with bare Node and Postgres servers on the same machine, in turns, and prints this table.
\`npm run bench -- --write\` also saves it here. The head of [testing/bench/bench.ts](../testing/bench/bench.ts) lists the options.

Run on ${date}, ${machine}.

**How to read it.** Rates depend on what else the machine is doing. CPU time per call, and ratios to a floor measured in the same round, vary less.
With several rounds, a cell shows the median, with minimum and maximum in brackets. Database, product and load generator share the cores.

- **Floors** (f1 to f5) are bare servers: f1 only responds, f5 is Remix's server, f2 reads 100 rows, f3 is a booking's transaction in four round trips, f3b is the same
  with every row that a booking of the product writes, f4 counts a seat in one row.
- **To its floor**: the result divided by its floor's. Below 1 is slower (rate) or cheaper (CPU). The floor of "anyone" is one person.
- **Growth**: the rate on this data divided by the rate on the smallest data with as many companies. The process of the largest data has warmed up longer, so a value
  above 1 is not a gain.
- **Server CPU** is the web process's; in deliveries it is the worker's, and in both rows of API bookings it includes the worker's. Those two rows include everything
  that a booking causes until its last webhook has arrived. The floor of the second, whose five subscriptions each receive every booking, is the first.
- **Sale**: each client has its own connection and presses once within two seconds for one of ${SALE_SEATS} seats. It retries while it gets no response or is asked to retry. Times
  run from the press to the final response. A run fails if more or fewer seats are sold than there are.
- **Pages** and analytics are those of a company with ${DESK.resources} people, ${DESK.services} services, ${DESK_BOOKINGS.toLocaleString("en")} bookings, 49,000 customers and 207,000 slots.
- **Anyone** asks for a month of a service that ${PEOPLE} people offer in ${LENGTHS.length} lengths; no answer is cached.
- **Needs**: a booking takes a person, or a person, a room and one of two devices; each of 50 services has its own.

${table}

**Aims.** Targets for ratios and times.

${aims.map((line) => `- ${line}`).join("\n")}

**Browser** times are not measured here but by tests. \`e2e/first-load.spec.ts\` limits the bytes of first loads, \`widget-element/build.ts\` the size of the widget's
parts. \`e2e/calendar-speed.spec.ts\` prints the time from an input to the next paint (INP), with 300 cards and with none.
`;
}
