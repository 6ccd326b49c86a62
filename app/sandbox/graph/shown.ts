import type { Event, NullableOption } from "@microsoft/microsoft-graph-types";
import type { OutlookEvent, OutlookOccurrence } from "./state";

/** An event in a response: Graph's types lack OData annotations. */
export type ShownEvent = Event & { "@odata.etag": string; "@odata.type"?: string };

const timeOf = (at: number, date: string | undefined) => ({
  dateTime:
    date === undefined
      ? `${new Date(at).toISOString().slice(0, -1)}0000`
      : `${date}T00:00:00.0000000`,
  timeZone: "UTC",
});

/** An event as GET returns it. `isBasic`: with Calendars.ReadBasic, without body and extensions. */
export function shownEvent(event: OutlookEvent, isBasic: boolean): ShownEvent {
  const {
    id,
    etag,
    subject,
    zone,
    show_as,
    response,
    is_cancelled,
    transaction_id,
    body,
    location,
    join_url = null,
  } = event;
  const common = {
    "@odata.etag": etag,
    id,
    subject,
    start: timeOf(event.starts, event.dates?.start),
    end: timeOf(event.ends, event.dates?.end),
    isAllDay: event.dates !== null,
    isCancelled: is_cancelled,
    showAs: show_as,
    responseStatus: { response },
    originalStartTimeZone: zone,
    originalEndTimeZone: zone,
    type: (event.occurrences === null ? "singleInstance" : "seriesMaster") as NullableOption<
      Event["type"]
    >,
    seriesMasterId: null,
    location: { displayName: location },
    isOnlineMeeting: join_url !== null,
    onlineMeeting: join_url === null ? null : { joinUrl: join_url },
  } satisfies ShownEvent;
  const withTransaction =
    transaction_id === null ? common : { ...common, transactionId: transaction_id };
  return isBasic ? withTransaction : { ...withTransaction, body: bodyOf(body, join_url) };
}

const BLOB_LINE = "_".repeat(80);

/** A meeting's body is returned as HTML, with the joining instructions below our text. */
function bodyOf(body: string, joinUrl: string | null): Event["body"] {
  if (joinUrl === null) return { contentType: "text", content: body };
  if (body.includes(joinUrl)) return { contentType: "html", content: body };
  const blob = `<div>${BLOB_LINE}</div><a href="${joinUrl}">Join the meeting</a>`;
  return { contentType: "html", content: `<html><body><div>${body}</div>${blob}</body></html>` };
}

/** An occurrence in full. */
export function shownOccurrence(
  master: OutlookEvent,
  one: OutlookOccurrence,
  isBasic: boolean,
): ShownEvent {
  const is_cancelled = one.is_cancelled ?? master.is_cancelled;
  const occurrence = shownEvent({ ...master, ...one, is_cancelled, occurrences: null }, isBasic);
  const type = one.changed === true ? "exception" : "occurrence";
  return { ...occurrence, type, seriesMasterId: master.id };
}

/** An occurrence in a delta, without details. */
export function bareOccurrence(
  master: OutlookEvent,
  { id, starts, ends, dates }: OutlookOccurrence,
): ShownEvent {
  return {
    "@odata.type": "#microsoft.graph.event",
    "@odata.etag": master.etag,
    id,
    seriesMasterId: master.id,
    type: "occurrence",
    start: timeOf(starts, dates?.start),
    end: timeOf(ends, dates?.end),
  };
}

/** $select: only the named fields, plus those always returned. */
export function selected(event: ShownEvent, select: string | null): object {
  if (select === null) return event;
  const named = new Set([
    ...select.split(","),
    "@odata.etag",
    "id",
    "singleValueExtendedProperties",
  ]);
  return Object.fromEntries(Object.entries(event).filter(([name]) => named.has(name)));
}
