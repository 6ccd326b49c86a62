import type { CalendarProviderName } from "~/adapters/calendars/port";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** The facts that decide how soon a calendar is read again. */
export interface ReadPace {
  provider: CalendarProviderName;
  /**
   * Whether the provider sends change notifications. Some get lost, so it is also polled, but less
   * often.
   */
  has_channel: boolean;
  /** Whether its resource's bookings or its busy times changed recently. */
  is_lively: boolean;
}

/**
 * The delay in ms until a calendar is read again; `chance` (0 to 1) spreads calendars connected at
 * the same time.
 */
export function nextReadIn({ provider, has_channel, is_lively }: ReadPace, chance: number): number {
  // After a lost notification a time stays wrongly open or closed until the next read: at most five
  // minutes where people book.
  if (provider === "ical" || has_channel)
    return (is_lively ? 5 : 15) * MINUTE_MS * (0.5 + chance / 2);
  if (is_lively) return (60 + 60 * chance) * SECOND_MS;
  return spread(5 * MINUTE_MS, chance);
}

/**
 * The retry delay in ms after `failures` failed reads in a row before this one. The first retry is
 * soon, since most failures are transient and a person is notified after the second.
 * `retry_after_ms`: requested by the provider.
 */
export function nextTryIn(
  pace: ReadPace,
  failures: number,
  retry_after_ms: number | null,
  chance: number,
): number {
  const wait =
    failures === 0 ? spread(MINUTE_MS, chance) : nextReadIn({ ...pace, is_lively: false }, chance);
  return Math.max(wait, retry_after_ms ?? 0);
}

/** Varies by up to a quarter. */
const spread = (ms: number, chance: number) => ms * (0.75 + chance / 2);
