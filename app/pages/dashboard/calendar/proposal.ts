import { t } from "~/i18n/text";
import { isolate } from "~/lib/isolate";
import { snapMinute } from "./axis";
import type { CalendarCard, MovableBooking } from "./calendar-cards";
import type { CalendarModel, FreeTime } from "./calendar-model";

/**
 * A proposed position for a booking; nothing changes before confirmation. Minutes count from the
 * start of the column's day.
 */
export interface Proposal {
  card: CalendarCard & { booking: MovableBooking };
  from: { column: number; start: number; minutes: number };
  column: number;
  start: number;
  minutes: number;
  /** The chosen free time of another service; null keeps the service. */
  slot: FreeTime | null;
  /** Whether the other services of its visit stay. */
  is_alone: boolean;
}

/** A service of a visit where it moves to together with the proposed one. */
export interface ProposedPart {
  key: string;
  title: string;
  service: string | null;
  column: number;
  start: number;
  minutes: number;
}

/** Time selected by click or drag, in minutes from the start of the column's day. */
export interface Chosen {
  column: number;
  start: number;
  minutes: number;
}

export const STEP_MINUTES = 15;
export const FINE_STEP_MINUTES = 5;
/** Length selected by a click on empty space, if free. */
const CLICK_MINUTES = 60;

/** A proposal at the booking's current position; null for a card that can't move. */
export function proposalFor(
  model: CalendarModel,
  column: number,
  card: CalendarCard,
): Proposal | null {
  if (card.booking === null) return null;
  const { start } = card;
  const { minutes } = card.booking;
  const from = { column, start, minutes };
  return { card: { ...card, booking: card.booking }, from, ...from, slot: null, is_alone: false };
}

/** Whether the proposal moves all services of a visit. A change of length is of one alone. */
export const isOfVisit = ({ card, minutes, from, is_alone }: Proposal): boolean =>
  card.booking.visit_id !== null &&
  card.booking.need_no === null &&
  !is_alone &&
  minutes === from.minutes;

/** The other services of the visit where they would move, as far as they are shown. */
export function proposedParts(model: CalendarModel, proposal: Proposal): ProposedPart[] {
  if (!isOfVisit(proposal)) return [];
  const { card, from, column, start } = proposal;
  const [was, to] = [model.columns[from.column]!, model.columns[column]!];
  return model.columns.flatMap(({ cards, day, resource_id }) =>
    cards.flatMap((each): ProposedPart[] => {
      const { booking } = each;
      const isPart = booking?.visit_id === card.booking.visit_id && booking?.need_no === null;
      if (booking === null || !isPart || each.key === card.key) return [];
      const target = resource_id === was.resource_id ? to.resource_id : resource_id;
      const at = model.columns.findIndex(
        (other) => other.resource_id === target && other.day === day + to.day - was.day,
      );
      if (at === -1) return [];
      return [
        {
          key: each.key,
          title: each.title,
          service: booking.service,
          column: at,
          start: each.start + start - from.start,
          minutes: booking.minutes,
        },
      ];
    }),
  );
}

/**
 * The proposal at another position, clamped to the calendar and reset to its own service. `length`
 * changes its duration, from 5 minutes to a day. What a booking takes besides its resource only
 * changes its column.
 */
export function placeProposal(
  model: CalendarModel,
  proposal: Proposal,
  to: { column?: number; start?: number; length?: number; step?: number },
): Proposal {
  const { step = STEP_MINUTES } = to;
  const column = Math.min(Math.max(to.column ?? proposal.column, 0), model.columns.length - 1);
  const day = model.days[model.columns[column]!.day]!;
  if (proposal.card.booking.need_no !== null)
    return model.columns[column]!.day === model.columns[proposal.from.column]!.day
      ? { ...proposal, column }
      : proposal;
  const start =
    to.start === undefined
      ? Math.min(proposal.start, day.minutes - step)
      : snapMinute(to.start, step, day);
  const length = to.length ?? (proposal.slot ? proposal.from.minutes : proposal.minutes);
  const minutes = Math.min(Math.max(length, FINE_STEP_MINUTES), 1440);
  return { ...proposal, column, start, minutes, slot: null };
}

/** Free times of other services that start at the proposed time. */
export function otherServices(model: CalendarModel, { card, column, start }: Proposal): FreeTime[] {
  const { free } = model.columns[column]!;
  if (card.booking.need_no !== null) return [];
  return free.filter(
    (each) => each.start === start && each.schedule_id !== card.booking.schedule_id,
  );
}

/** The proposal with another service's free time; its own service if the id is unknown. */
export function asService(model: CalendarModel, proposal: Proposal, slotId: string): Proposal {
  const slot = otherServices(model, proposal).find(({ slot_id }) => slot_id === slotId);
  if (slot === undefined) return placeProposal(model, proposal, {});
  return { ...proposal, slot, minutes: slot.end - slot.start, is_alone: true };
}

/** The range between two positions of a column, rounded to steps, at least one. */
export function choose(
  model: CalendarModel,
  column: number,
  from: number,
  to: number,
  step = STEP_MINUTES,
): Chosen {
  const { minutes } = model.days[model.columns[column]!.day]!;
  const start = Math.max(Math.floor(Math.min(from, to) / step) * step, 0);
  const end = Math.min(Math.ceil(Math.max(from, to) / step) * step, minutes);
  return { column, start: Math.min(start, minutes - step), minutes: Math.max(end - start, step) };
}

/** One hour from a position, or less if something follows. */
export function clickedTime(model: CalendarModel, column: number, minute: number): Chosen {
  const chosen = choose(model, column, minute, minute);
  const { cards, blocks, busy, day } = model.columns[column]!;
  const next = [...cards, ...blocks, ...busy]
    .map(({ start }) => start)
    .filter((start) => start > chosen.start);
  const end = Math.min(chosen.start + CLICK_MINUTES, model.days[day]!.minutes, ...next);
  return { ...chosen, minutes: end - chosen.start };
}

/** The state of the proposed position, or of the first service of the visit that isn't free there. */
export function proposedState(model: CalendarModel, proposal: Proposal): string {
  const { id, visit_id } = proposal.card.booking;
  const isOwn = ({ booking }: CalendarCard) =>
    booking !== null && (isOfVisit(proposal) ? booking.visit_id === visit_id : booking.id === id);
  const own = stateOf(model, proposal, isOwn);
  if (own !== t("free")) return own;
  for (const part of proposedParts(model, proposal)) {
    const state = stateOf(model, part, isOwn);
    if (state !== own)
      return t("{{service}}: {{state}}", { service: part.service ?? noService(), state });
  }
  return own;
}

/** The occupant of a position, other than `isOwn`; "free" for nothing. */
export function stateOf(
  model: CalendarModel,
  { column, start, minutes }: Chosen,
  isOwn: (card: CalendarCard) => boolean = () => false,
): string {
  const { cards, blocks, busy, closed } = model.columns[column]!;
  const isOver = (each: { start: number; end: number }) =>
    each.start < start + minutes && each.end > start;
  const isInGap = ({ gap }: CalendarCard) =>
    gap !== null && gap.start <= start && gap.end >= start + minutes;
  const card = cards.find((each) => !isOwn(each) && isOver(each) && !isInGap(each));
  if (card) return t("taken by {{guest}}", { guest: isolate(card.title) });
  if (blocks.some(isOver)) return t("blocked");
  if (busy.some((each) => each.is_hard && isOver(each))) return t("busy in a connected calendar");
  return closed.some(isOver) ? t("outside hours") : t("free");
}

/** Label of a booking without a service. */
export const noService = (): string => t("no service");

export const serviceOf = (model: CalendarModel, scheduleId: string | null): string =>
  model.services[scheduleId ?? ""] ?? noService();

export function isChanged({ from, column, start, minutes }: Proposal): boolean {
  return from.column !== column || from.start !== start || from.minutes !== minutes;
}

/** The proposed start, epoch ms. */
export function startsAt(
  model: CalendarModel,
  { column, start }: Pick<Proposal, "column" | "start">,
): number {
  return model.days[model.columns[column]!.day]!.starts_ms + start * 60_000;
}

/** Fields of the move form. A free time of the same service and length is sent as its slot. */
export function moveFields(
  model: CalendarModel,
  proposal: Proposal,
  notify: boolean,
): Record<string, string> {
  const { card, column, start, minutes, from } = proposal;
  const { free, resource_id } = model.columns[column]!;
  const { id, version, price_amount, need_no } = card.booking;
  const seen = { id, version: String(version), ...(notify && { notify: "on" }) };
  if (need_no !== null) return { ...seen, need_no: String(need_no), resource_id };
  const isOwn = (each: FreeTime) =>
    each.start === start &&
    each.end - each.start === minutes &&
    each.schedule_id === card.booking.schedule_id;
  const slot = proposal.slot ?? (minutes === from.minutes && free.find(isOwn));
  const place: Record<string, string> = slot
    ? { slot_id: slot.slot_id }
    : {
        starts_at: new Date(startsAt(model, proposal)).toISOString(),
        resource_id,
        duration_minutes: String(minutes),
      };
  if (isOfVisit(proposal)) {
    const { duration_minutes: _length, ...target } = place;
    return { ...seen, ...target, scope: "all" };
  }
  return { ...seen, expected_amount: String(price_amount), ...place };
}

/** Fields that put a moved booking back; null if its former column is no longer shown. */
export function undoFields(
  model: CalendarModel,
  proposal: Proposal,
  version: number,
): Record<string, string> | null {
  const { card, from } = proposal;
  const { id, need_no, schedule_id, price_amount } = card.booking;
  const column = model.columns[from.column];
  if (column === undefined) return null;
  const { resource_id } = column;
  const seen = { id, version: String(version), resource_id };
  if (need_no !== null) return { ...seen, need_no: String(need_no) };
  const starts_at = new Date(startsAt(model, from)).toISOString();
  if (isOfVisit(proposal)) return { ...seen, starts_at, scope: "all" };
  return {
    ...seen,
    starts_at,
    duration_minutes: String(from.minutes),
    schedule_id: schedule_id ?? "none",
    expected_amount: String(price_amount),
  };
}
