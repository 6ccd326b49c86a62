import { randomUUID } from "node:crypto";
import { z } from "zod";
import { parsed } from "./answers";
import {
  type AskGraph,
  calendarPath,
  eventPath,
  findGraphEvent,
  type FoundEvent,
  getGraphEvent,
  idsOfBooking,
} from "./microsoft-find.server";
import {
  bodyWithMeeting,
  compareWithWanted,
  contentOf,
  GraphEvent,
  meetingOf,
  toGraphBody,
  toGraphPatch,
  transactionOf,
} from "./microsoft-events";
import {
  CalendarError,
  eventId,
  type CalendarSecret,
  type OutsideCalendar,
  type WantedEvent,
  type WrittenEvent,
} from "./port";

const Written = GraphEvent.pick({ id: true, isOnlineMeeting: true, onlineMeeting: true }).extend({
  "@odata.etag": z.string().min(1).max(500),
});
const WithBody = z.object({
  isOnlineMeeting: z.boolean().nullish(),
  body: z.object({ contentType: z.string(), content: z.string() }),
});
/** How many transactionIds are tried when one is taken. */
const MAX_TRANSACTIONS = 5;

/**
 * Writes an event exactly once: searches for our property before creating it, and creates it with a
 * transactionId that Graph accepts once.
 */
export async function putGraphEvent(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  event: WantedEvent,
  known: WrittenEvent | null,
  signal?: AbortSignal,
): Promise<WrittenEvent> {
  const find = (id: string) => findGraphEvent(ask, secret, calendar, id, signal);
  const create = async (again: string) => {
    const body = { ...toGraphBody(event), transactionId: transactionOf(event, again) };
    return written(
      await ask(secret, { method: "POST", at: `${calendarPath(calendar)}/events`, body, signal }),
    );
  };
  const written = (answer: unknown): WrittenEvent => writtenEvent(parsed(Written, answer), event);
  const update = async (id: string, etag: string) =>
    written(
      await ask(secret, {
        method: "PATCH",
        at: eventPath(calendar, id),
        body: { ...toGraphPatch(event), ...(await meetingToKeep(id)) },
        headers: { "If-Match": etag },
        signal,
      }),
    );
  /**
   * The new body of an event with a meeting. Reads the current one first, because a change without
   * the joining instructions ends the meeting.
   */
  const meetingToKeep = async (id: string): Promise<object> => {
    if (event.wants_meeting !== true) return {};
    const query = { $select: "body,isOnlineMeeting" };
    const found = parsed(
      WithBody,
      await ask(secret, { at: eventPath(calendar, id), query, signal }),
    );
    if (found.isOnlineMeeting !== true) return {};
    const body = bodyWithMeeting(found.body, contentOf(event).body.content);
    return { body: body ?? undefined }; // without recognizable instructions it is left unchanged
  };
  const reconcile = async (found: FoundEvent, conflict: unknown): Promise<WrittenEvent> => {
    const stands = compareWithWanted(found, event);
    if (stands === "same") return writtenEvent(found, event);
    if (stands === "changed") throw conflict;
    return update(found.id, found["@odata.etag"]);
  };
  const conflict = new CalendarError("conflict", { detail: "the event was moved" });

  if (known !== null) {
    let problem: unknown = conflict;
    try {
      // Without an ETag the event is looked up first: it may be in Deleted Items, where an update
      // would still succeed.
      if (known.etag !== null) return await update(known.external_id, known.etag);
    } catch (error) {
      if (!isOf(error, ["conflict", "not_found"])) throw error;
      problem = error;
    }
    // Exchange itself modifies events after writing, which changes the ETag: only a move counts as
    // a change.
    const found = await find(known.external_id);
    if (found !== null) return reconcile(found, problem);
  }
  const again = known === null ? "" : `:${eventId(event.id, known.external_id).slice(0, 8)}`;
  for (let taken = 0; ; taken++) {
    const earlier = await findByBooking(ask, secret, calendar, event, signal);
    if (earlier !== null) return reconcile(earlier, conflict);
    try {
      return await create(transactionSuffix(again, event.sequence, taken));
    } catch (error) {
      // The transactionId is taken, by a concurrent call or by an event deleted since. The
      // reference doesn't document the status; it appears to be 409.
      if (!isOf(error, ["conflict"]) || taken === MAX_TRANSACTIONS) throw error;
    }
  }
}

/**
 * Equal for equal attempts, so that two concurrent calls create one event; the last one is random.
 */
function transactionSuffix(again: string, sequence: number, taken: number): string {
  if (taken === 0) return again;
  return taken === MAX_TRANSACTIONS ? `:${randomUUID()}` : `:${sequence}.${taken}`;
}

function writtenEvent(found: z.infer<typeof Written>, event: WantedEvent): WrittenEvent {
  const { id, "@odata.etag": etag } = found;
  return {
    external_id: id,
    etag,
    ...(event.wants_meeting === true && { meeting: meetingOf(found) }),
  };
}

function isOf(error: unknown, kinds: readonly string[]): boolean {
  return error instanceof CalendarError && kinds.includes(error.kind);
}

/**
 * Finds a booking's event whose creation was never confirmed. If a person copied it, the one that
 * still stands as we wrote it.
 */
async function findByBooking(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  event: WantedEvent,
  signal?: AbortSignal,
): Promise<FoundEvent | null> {
  let moved: FoundEvent | null = null;
  for (const id of await idsOfBooking(ask, secret, calendar, event.booking_id, signal)) {
    const found = await getGraphEvent(ask, secret, calendar, id, signal);
    if (found === null) continue;
    if (compareWithWanted(found, event) !== "changed") return found;
    moved ??= found;
  }
  return moved;
}
