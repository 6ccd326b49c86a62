import type { Availability, AvailableSlot } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { AppError } from "~/lib/app-error";
import { addDays, isoWeekday, localDateOf } from "~/lib/time";
import type { KeyActor } from "../identity/actor";
import { readAvailability } from "../slots/availability.sql.server";
import type { Choice, OfferedService } from "./hosted-choice";
import type { CalendarDay, HostedTimes } from "./hosted-times";

/** Four weeks are shown at once: the most whole weeks that a key may ask for. */
const WEEKS = 4;
const SPAN_DAYS = WEEKS * 7;

/** `firstDay`: the weekday (ISO, Monday is 1) that a week begins with in the page's language. */
export async function readHostedTimes(
  actor: KeyActor,
  choice: Choice,
  service: OfferedService,
  firstDay: number,
): Promise<HostedTimes> {
  const zone = service.time_zone;
  const today = localDateOf(clock.now(), zone);
  const last = addDays(today, service.max_advance_days);
  const weekOf = (date: string) => addDays(date, -((isoWeekday(date) - firstDay + 7) % 7));
  const asked = choice.from ?? choice.date ?? today;
  const wished = asked < today ? today : asked > last ? last : asked;
  const first = pageOf(weekOf(today), weekOf(wished));
  const from = first < today ? today : first;
  const found = await read(actor, choice, service, from, addDays(first, SPAN_DAYS - 1));
  const open = new Map(found?.days.map((day) => [day.date, day.slots.filter((slot) => slot.bookable)]));
  const days = Array.from({ length: SPAN_DAYS }, (_, index) => addDays(first, index));
  const toDay = (date: string): CalendarDay => ({ date, is_open: (open.get(date)?.length ?? 0) > 0 });
  return {
    time_zone: zone,
    today,
    weeks: Array.from({ length: WEEKS }, (_, week) => days.slice(week * 7, week * 7 + 7).map(toDay)),
    earlier: first > today ? addDays(first, -SPAN_DAYS) : null,
    later: addDays(first, SPAN_DAYS) <= last ? addDays(first, SPAN_DAYS) : null,
    next: found?.next_available ?? null,
    times: eachOnce(open.get(choice.date ?? "") ?? []),
  };
}

/** The page of four weeks, counted from this week's, that a week is on. */
function pageOf(start: string, week: string): string {
  let first = start;
  while (addDays(first, SPAN_DAYS) <= week) first = addDays(first, SPAN_DAYS);
  return first;
}

/** The first slot of each start. */
function eachOnce(slots: AvailableSlot[]): AvailableSlot[] {
  return slots.filter((slot, index) => slots.findIndex(({ starts_at }) => starts_at === slot.starts_at) === index);
}

/** The slot that the chosen time means: of the wished resource, else of the first that is free; null: it is not free. */
export async function findChosenSlot(
  actor: KeyActor,
  choice: Choice,
  service: OfferedService,
): Promise<AvailableSlot | null> {
  if (choice.date === null || choice.time === null) return null;
  const found = await read(actor, choice, service, choice.date, choice.date);
  const slots = found?.days.flatMap((day) => day.slots) ?? [];
  return slots.find((slot) => slot.bookable && slot.starts_at === choice.time) ?? null;
}

async function read(
  actor: KeyActor,
  { resource, party_size }: Choice,
  service: OfferedService,
  from: string,
  to: string,
): Promise<Availability | null> {
  const query = {
    ...{ schedule_id: service.id, from, to, tz: service.time_zone, party_size },
    ...(resource !== null && { resource_id: [resource.id] }),
  };
  try {
    const { json } = await readAvailability(actor, query, SPAN_DAYS, null);
    return JSON.parse(json ?? "null") as Availability | null;
  } catch (error) {
    // It is offered no longer, or the day lies beyond all calendars: then there are no times.
    if (error instanceof AppError) return null;
    throw error;
  }
}
