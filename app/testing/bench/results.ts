/**
 * One round's result for a table row; null: not shown in the row, or not reported by the system.
 */
export interface Result {
  per_second: number | null;
  /** Milliseconds. */
  p50: number | null;
  p99: number | null;
  /** CPU time per call in microseconds: server (with the worker, if any) and Postgres. */
  server_cpu: number | null;
  database_cpu: number | null;
}

/** Results by table row, one per round, in table order. */
export type Results = Map<string, Result[]>;

const sorted = (values: number[]) => [...values].sort((a, b) => a - b);

export function median(values: number[]): number {
  const all = sorted(values);
  const middle = Math.floor(all.length / 2);
  return all.length % 2 === 1 ? all[middle]! : (all[middle - 1]! + all[middle]!) / 2;
}

/** "0.47 (0.46–0.51)": median of the rounds, minimum and maximum. */
export function spread(values: number[], digits = digitsOf(median(values))): string {
  const all = sorted(values).map((value) => value.toFixed(digits));
  const middle = median(values).toFixed(digits);
  return all.length === 1 ? middle : `${middle} (${all[0]!}–${all.at(-1)!})`;
}

/** Three significant digits. */
const digitsOf = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : 2);

export const rate = ({ per_second }: Result): number => per_second ?? NaN;
export const p50 = (result: Result): number => result.p50 ?? NaN;
export const p99 = (result: Result): number => result.p99 ?? NaN;
/** Server and database together; only the server where Postgres' is unknown. */
export const cpu = ({ server_cpu, database_cpu }: Result): number =>
  (server_cpu ?? NaN) + (database_cpu ?? 0);

/** Ratio of two rows in each round; empty if one was not measured. */
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
