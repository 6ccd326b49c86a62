import type { OutsideEvent } from "~/adapters/calendars/port";

export interface Span {
  starts_at: Date;
  ends_at: Date;
}
/** The known state of a booking's external event. */
export interface KnownEvent {
  /** The time as last written; null: overwrite whatever is there. */
  written: Span | null;
  /** A person's external change; kept: accepted by someone afterwards. */
  outside: "deleted" | "moved" | "kept" | null;
  /** The event's external time; null if deleted. */
  outside_span: Span | null;
}

/** write: overwrite the event. rest: leave it, recording its state. */
export type PushStep =
  { do: "write" } | { do: "rest"; outside: KnownEvent["outside"]; span: Span | null };

/**
 * Whether a booking's event may overwrite what was found externally. A time that a person chose
 * there, or a deletion, is never undone silently: it rests until somebody decides.
 */
export function decidePush(
  { written, outside, outside_span }: KnownEvent,
  wanted: Span,
  found: Span | null,
): PushStep {
  if (written === null) return { do: "write" };
  if (found === null)
    return {
      do: "rest",
      outside: outside === "kept" && outside_span === null ? "kept" : "deleted",
      span: null,
    };
  if (isSameSpan(found, wanted)) return { do: "write" };
  const isLeft = outside === "kept" && outside_span !== null && isSameSpan(found, outside_span);
  // It was accepted where it is; if the booking has moved since, the event moves too.
  if (isLeft)
    return isSameSpan(wanted, written)
      ? { do: "rest", outside: "kept", span: found }
      : { do: "write" };
  if (isSameSpan(found, written)) return { do: "write" };
  return { do: "rest", outside: "moved", span: found };
}

/**
 * Whether an event that was read differs from its known state: then it is checked at the provider
 * before anything is reported.
 */
export function isNews(
  known: KnownEvent,
  event: Pick<OutsideEvent, "starts_at" | "ends_at">,
): boolean {
  const span = known.outside === null ? known.written : known.outside_span;
  return span === null || !isSameSpan(span, event);
}

/** Compared to the second: some calendars store no finer precision. */
export const isSameSpan = (one: Span, other: Span): boolean =>
  second(one.starts_at) === second(other.starts_at) &&
  second(one.ends_at) === second(other.ends_at);
const second = (at: Date) => Math.floor(at.getTime() / 1000);
