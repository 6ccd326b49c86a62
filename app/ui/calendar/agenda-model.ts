import type { CalendarData } from "~/domain/calendar/calendar-data";
import { dayLabel } from "../bookings/booking-lines";
import type { AxisDay } from "./axis";
import { type CalendarCard, calendarModel, type CardColour } from "./calendar-model";

/** A day as a list, for narrow screens. */
export interface AgendaDay {
  date: string;
  label: string;
  entries: (CalendarCard & { resource: string })[];
}

export interface AgendaInput {
  data: CalendarData;
  days: AxisDay[];
  today: string;
  now_ms: number;
  locale: string;
  time_zone: string;
  colour: CardColour;
}

/** The same cards as the grid has, in order of time. */
export function agendaOf(input: AgendaInput): AgendaDay[] {
  const { columns } = calendarModel(input);
  return input.days.map(({ date }, index) => ({
    date,
    label: dayLabel(date, input),
    entries: columns
      .filter(({ day }) => day === index)
      .flatMap(({ cards, title }) => cards.map((card) => ({ ...card, resource: title })))
      .sort((a, b) => a.start - b.start || a.end - b.end),
  }));
}
