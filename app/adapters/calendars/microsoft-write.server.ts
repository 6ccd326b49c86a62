import { z } from "zod";
import { parsed } from "./answers";
import {
  type AskGraph,
  calendarPath,
  eventPath,
  findGraphEvent,
  type FoundEvent,
} from "./microsoft-find.server";
import { compareWithWanted, filterByBooking, toGraphBody, transactionOf } from "./microsoft-events";
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
const Found = z.object({ value: z.array(z.object({ id: z.string().min(1).max(1000) })) });

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
  const create = async (again?: string) => {
    const body = { ...toGraphBody(event), transactionId: transactionOf(event, again) };
    return written(
      await ask(secret, { method: "POST", at: `${calendarPath(calendar)}/events`, body, signal }),
    );
  };
  const update = async (id: string, etag: string | null) => {
    const headers = etag === null ? undefined : { "If-Match": etag };
    const call = {
      method: "PATCH",
      at: eventPath(calendar, id),
      body: toGraphBody(event),
      headers,
      signal,
    } as const;
    return written(await ask(secret, call));
  };
  const settle = async (found: FoundEvent, conflict: unknown): Promise<WrittenEvent> => {
    const stands = compareWithWanted(found, event);
    if (stands === "same") return { external_id: found.id, etag: found["@odata.etag"] };
    if (stands === "changed") throw conflict;
    return update(found.id, found["@odata.etag"]);
  };

  if (known !== null) {
    try {
      return await update(known.external_id, known.etag);
    } catch (error) {
      if (!isOf(error, ["conflict", "not_found"])) throw error;
      // Exchange itself touches an event after it was written, which changes its etag: only a move counts.
      const found = await find(known.external_id);
      if (found !== null) return settle(found, error);
    }
  }
  const conflict = new CalendarError("conflict", { detail: "it was moved" });
  const earlier = await findByBooking(ask, secret, calendar, event, signal);
  if (earlier !== null) return settle(earlier, conflict);
  try {
    return await create(
      known === null ? "" : `:${eventId(event.id, known.external_id).slice(0, 8)}`,
    );
  } catch (error) {
    if (!isOf(error, ["conflict"])) throw error;
    // The transactionId is taken: by a call beside this one, or by an event that was deleted since. What Graph answers there is not in its
    // reference; it is believed to be 409.
    const beside = await findByBooking(ask, secret, calendar, event, signal);
    return beside === null ? create(`:${event.sequence}`) : settle(beside, conflict);
  }
}

function written(answer: unknown): WrittenEvent {
  const { id, "@odata.etag": etag } = parsed(Written, answer);
  return { external_id: id, etag };
}

function isOf(error: unknown, kinds: readonly string[]): boolean {
  return error instanceof CalendarError && kinds.includes(error.kind);
}

/** The event of a booking whose making we never heard of. */
async function findByBooking(
  ask: AskGraph,
  secret: CalendarSecret,
  calendar: OutsideCalendar,
  { booking_id }: WantedEvent,
  signal?: AbortSignal,
): Promise<FoundEvent | null> {
  const query = { $filter: filterByBooking(booking_id), $select: "id", $top: "1" };
  const { value } = parsed(
    Found,
    await ask(secret, { at: `${calendarPath(calendar)}/events`, query, signal }),
  );
  return value[0] === undefined ? null : findGraphEvent(ask, secret, calendar, value[0].id, signal);
}
