/** Steps of checkout and refund between which a process may end; a test ends it there (environment FAULT_POINT). */
export type FaultPoint =
  | "checkout.payment_written"
  | "checkout.provider_answered"
  | "refund.requested"
  | "refund.provider_answered"
  | "settle.snapshot_read"
  | "settle.before_commit";

let chosen: FaultPoint | null = null;

/** For tests: the process ends itself at this point, as if it had been killed. */
export function endAt(point: FaultPoint | null): void {
  chosen = point;
}

export function faultPoint(point: FaultPoint): void {
  if (chosen === point) process.kill(process.pid, "SIGKILL");
}
