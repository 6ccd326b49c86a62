import type { OutsideEvent } from "~/adapters/calendars/port";

export interface Span {
  starts_at: Date;
  ends_at: Date;
}
/** What is known of a booking's event outside. */
export interface KnownEvent {
  /** When it was, as it was written last; null: whatever stands there is written over. */
  written: Span | null;
  /** What a person has done to it outside; kept: and another one has said to leave it so. */
  outside: "deleted" | "moved" | "kept" | null;
  /** Where it stands outside since; null where it was deleted. */
  outside_span: Span | null;
}

/** write: over what stands there. rest: nothing, and that is how it stands. */
export type PushStep =
  { do: "write" } | { do: "rest"; outside: KnownEvent["outside"]; span: Span | null };

/**
 * Whether a booking's event may be written over what was found outside. A time that a person has chosen there, or a deletion, is never undone
 * silently: it rests until somebody decides.
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
  // It was left where it is; a booking that has moved since takes it along.
  if (isLeft)
    return isSameSpan(wanted, written)
      ? { do: "rest", outside: "kept", span: found }
      : { do: "write" };
  if (isSameSpan(found, written)) return { do: "write" };
  return { do: "rest", outside: "moved", span: found };
}

/** Whether an event that was read is not as it is known: then it is looked at before anything is said about it. */
export function isNews(
  known: KnownEvent,
  event: Pick<OutsideEvent, "starts_at" | "ends_at">,
): boolean {
  const span = known.outside === null ? known.written : known.outside_span;
  return span === null || !isSameSpan(span, event);
}

/** To the second: some calendars keep no less. */
export const isSameSpan = (one: Span, other: Span): boolean =>
  second(one.starts_at) === second(other.starts_at) &&
  second(one.ends_at) === second(other.ends_at);
const second = (at: Date) => Math.floor(at.getTime() / 1000);
