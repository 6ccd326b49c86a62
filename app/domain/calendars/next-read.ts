import type { CalendarProviderName } from "~/adapters/calendars/port";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** What decides how soon a calendar is read again. */
export interface ReadPace {
  provider: CalendarProviderName;
  /** Whether the provider sends notices of changes. Some are lost: it is asked too, but seldom. */
  has_channel: boolean;
  /** Whether its resource was booked or lost a booking lately, or its busy times changed. */
  is_lively: boolean;
}

/** In how many milliseconds a calendar is read again; `chance` (0 to 1) spreads those that were connected at the same time. */
export function nextReadIn({ provider, has_channel, is_lively }: ReadPace, chance: number): number {
  // Where a notice is lost a time stays open, or closed, until the next read: at most five minutes where people book.
  if (provider === "ical" || has_channel)
    return (is_lively ? 5 : 15) * MINUTE_MS * (0.5 + chance / 2);
  if (is_lively) return (60 + 60 * chance) * SECOND_MS;
  return spread(5 * MINUTE_MS, chance);
}

/**
 * In how many, after `failures` reads in a row had failed before this one. The first is tried again soon, since most are a moment's and a
 * person is asked after the second. `retry_after_ms`: what the provider asks for.
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

/** A quarter more or less. */
const spread = (ms: number, chance: number) => ms * (0.75 + chance / 2);
