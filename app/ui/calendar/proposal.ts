import { snapMinute } from "./axis";
import type { CalendarCard, CalendarModel } from "./calendar-model";

/** Where a booking would go: nothing is changed until somebody says so. Minutes count from the start of the column's day. */
export interface Proposal {
  card: CalendarCard & { booking: NonNullable<CalendarCard["booking"]> };
  from: { column: number; start: number; minutes: number };
  column: number;
  start: number;
  minutes: number;
}

export const STEP_MINUTES = 15;
export const FINE_STEP_MINUTES = 5;

/** A proposal that leaves the booking where it is; null for a card that cannot move. */
export function proposalFor(model: CalendarModel, column: number, card: CalendarCard): Proposal | null {
  if (card.booking === null) return null;
  const { start } = card;
  const { minutes } = card.booking;
  return { card: { ...card, booking: card.booking }, from: { column, start, minutes }, column, start, minutes };
}

/** The proposal at another place, within the calendar. `length` changes how long it is, 5 minutes at least and a day at most. */
export function placeProposal(
  model: CalendarModel,
  proposal: Proposal,
  to: { column?: number; start?: number; length?: number; step?: number },
): Proposal {
  const { step = STEP_MINUTES } = to;
  const column = Math.min(Math.max(to.column ?? proposal.column, 0), model.columns.length - 1);
  const day = model.days[model.columns[column]!.day]!;
  const start = to.start === undefined ? Math.min(proposal.start, day.minutes - step) : snapMinute(to.start, step, day);
  const minutes = Math.min(Math.max(to.length ?? proposal.minutes, FINE_STEP_MINUTES), 1440);
  return { ...proposal, column, start, minutes };
}

export function isChanged({ from, column, start, minutes }: Proposal): boolean {
  return from.column !== column || from.start !== start || from.minutes !== minutes;
}

/** The instant at which it would begin, epoch ms. */
export function startsAt(model: CalendarModel, { column, start }: Pick<Proposal, "column" | "start">): number {
  return model.days[model.columns[column]!.day]!.starts_ms + start * 60_000;
}

/** The fields of the form that carries it out. A free time of its own length is taken as the slot that it is. */
export function moveFields(model: CalendarModel, proposal: Proposal, notify: boolean): Record<string, string> {
  const { card, column, start, minutes, from } = proposal;
  const { free, resource_id } = model.columns[column]!;
  const slot =
    minutes === from.minutes && free.find((each) => each.start === start && each.end - each.start === minutes);
  const place: Record<string, string> = slot
    ? { slot_id: slot.slot_id }
    : {
        starts_at: new Date(startsAt(model, proposal)).toISOString(),
        resource_id,
        duration_minutes: String(minutes),
      };
  return { id: card.booking.id, version: String(card.booking.version), ...place, ...(notify && { notify: "on" }) };
}
