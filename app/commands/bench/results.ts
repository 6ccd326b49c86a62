/** What one round gave for one row of the table; null: the row does not show it, or the system does not tell. */
export interface Result {
  per_second: number | null;
  /** Milliseconds. */
  p50: number | null;
  p99: number | null;
  /** Microseconds of CPU for each call, in the server (and the worker, where there is one) and in Postgres. */
  server_cpu: number | null;
  database_cpu: number | null;
}

/** The results of each row of the table, one for each round, in the order of the table. */
export type Results = Map<string, Result[]>;

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);

export function median(values: number[]): number {
  const all = sorted(values);
  const middle = Math.floor(all.length / 2);
  return all.length % 2 === 1 ? all[middle]! : (all[middle - 1]! + all[middle]!) / 2;
}

/** "0.47 (0.46–0.51)": the median of the rounds, the least and the most. */
export function spread(values: number[], digits = digitsOf(median(values))): string {
  const all = sorted(values).map((value) => value.toFixed(digits));
  const middle = median(values).toFixed(digits);
  return all.length === 1 ? middle : `${middle} (${all[0]!}–${all.at(-1)!})`;
}

/** Three figures say enough. */
const digitsOf = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : 2);

export const rate = ({ per_second }: Result): number => per_second ?? NaN;
export const p50 = (result: Result): number => result.p50 ?? NaN;
export const p99 = (result: Result): number => result.p99 ?? NaN;
/** Of server and database together; of the server alone where Postgres' is not told. */
export const cpu = ({ server_cpu, database_cpu }: Result): number =>
  (server_cpu ?? NaN) + (database_cpu ?? 0);

/** What each round of one row is to the same round of another; empty where one of them was not measured. */
export function ratios(
  results: Results,
  above: string,
  below: string,
  of: (result: Result) => number,
): number[] {
  const [rows, floor] = [results.get(above), results.get(below)];
  if (rows === undefined || floor === undefined) return [];
  return rows.map((result, round) => of(result) / of(floor[round]!));
}
