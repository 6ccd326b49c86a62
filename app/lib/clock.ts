/** The one place that reads the time. Tests set it; nothing sleeps. Holds are judged by the database's clock, not by this one. */
let offsetMs = 0;

export const clock = {
  now: (): number => Date.now() + offsetMs,
  date: (): Date => new Date(clock.now()),
};

/** For tests: from now on the clock shows `instant` (epoch ms) and runs on from there; null sets it right again. */
export function setClock(instant: number | null): void {
  offsetMs = instant === null ? 0 : instant - Date.now();
}
