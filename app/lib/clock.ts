/**
 * The only place that reads the time, so that tests can set it. Holds use the database's clock
 * instead.
 */
let offsetMs = 0;

export const clock = {
  now: (): number => Date.now() + offsetMs,
  date: (): Date => new Date(clock.now()),
};

/**
 * For tests: sets the clock to `instant` (epoch ms), from where it keeps running; null resets it.
 */
export function setClock(instant: number | null): void {
  offsetMs = instant === null ? 0 : instant - Date.now();
}
