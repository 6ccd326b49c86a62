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
import { compareWithWanted, toGraphBody, toGraphPatch, transactionOf } from "./microsoft-events";
import {
  CalendarError,
  eventId,
  type CalendarSecret,
  type OutsideCalendar,
  type WantedEvent,
  type WrittenEvent,
} from "./port";

const Written = z.object({
  id: z.string().min(1).max(1000),
  "@odata.etag": z.string().min(1).max(500),
});
/** How often an event whose transactionId is taken is made under another one. */
const MOST_TRANSACTIONS = 5;

/** Writes an event once: found by our own property before it is made, and made under a transactionId that Graph takes once. */
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
  const update = async (id: string, etag: string) =>
    written(
      await ask(secret, {
        method: "PATCH",
        at: eventPath(calendar, id),
        body: toGraphPatch(event),
        headers: { "If-Match": etag },
        signal,
      }),
    );
  const settle = async (found: FoundEvent, conflict: unknown): Promise<WrittenEvent> => {
    const stands = compareWithWanted(found, event);
    if (stands === "same") return { external_id: found.id, etag: found["@odata.etag"] };
    if (stands === "changed") throw conflict;
    return update(found.id, found["@odata.etag"]);
  };
  const conflict = new CalendarError("conflict", { detail: "it was moved" });

  if (known !== null) {
    let problem: unknown = conflict;
    try {
      // Without its etag it is looked for first: it may lie in Deleted Items, where it could still be changed.
      if (known.etag !== null) return await update(known.external_id, known.etag);
    } catch (error) {
      if (!isOf(error, ["conflict", "not_found"])) throw error;
      problem = error;
    }
    // Exchange itself touches an event after it was written, which changes its etag: only a move counts.
    const found = await find(known.external_id);
    if (found !== null) return settle(found, problem);
  }
  const again = known === null ? "" : `:${eventId(event.id, known.external_id).slice(0, 8)}`;
  for (let taken = 0; ; taken++) {
    const earlier = await findByBooking(ask, secret, calendar, event, signal);
    if (earlier !== null) return settle(earlier, conflict);
    try {
      return await create(transactionSuffix(again, event.sequence, taken));
    } catch (error) {
      // The transactionId is taken: by a call at the same time, or by an event that was deleted since. What Graph answers there is not in its
      // reference; it is believed to be 409.
      if (!isOf(error, ["conflict"]) || taken === MOST_TRANSACTIONS) throw error;
    }
  }
}

/** The same for the same attempt, so that two calls at once make one event; at last one that nobody has used. */
function transactionSuffix(again: string, sequence: number, taken: number): string {
  if (taken === 0) return again;
  return taken === MOST_TRANSACTIONS ? `:${randomUUID()}` : `:${sequence}.${taken}`;
}

function written(answer: unknown): WrittenEvent {
  const { id, "@odata.etag": etag } = parsed(Written, answer);
  return { external_id: id, etag };
}

function isOf(error: unknown, kinds: readonly string[]): boolean {
  return error instanceof CalendarError && kinds.includes(error.kind);
}

/** The event of a booking whose making we never heard of: the one that stands as we wrote it, where a person has copied it. */
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
