import { dayLabel } from "~/ui/booking/booking-lines";
import type { CalendarCard, ModelInput } from "./calendar-cards";
import { type CalendarBlockCard, calendarModel } from "./calendar-model";
import { blockPath } from "~/ui/block/block-address";

/** A day as a list, for narrow screens. */
export interface AgendaDay {
  date: string;
  label: string;
  entries: AgendaEntry[];
}

type Entry = Pick<
  CalendarCard,
  "key" | "href" | "start" | "end" | "time" | "title" | "detail" | "status" | "icons" | "color"
>;

export interface AgendaEntry extends Entry {
  resource: string;
}

export interface AgendaInput extends ModelInput {
  today: string;
}

/** The same cards as the grid has, and time off, in order of time. */
export function agendaOf(input: AgendaInput): AgendaDay[] {
  const { columns } = calendarModel(input);
  return input.days.map(({ date }, index) => ({
    date,
    label: dayLabel(date, input),
    entries: columns
      .filter(({ day }) => day === index)
      .flatMap(({ cards, blocks, title }) =>
        [...cards, ...blocks.map(blockEntry)].map((entry) => ({ ...entry, resource: title })),
      )
      .sort((a, b) => a.start - b.start || a.end - b.end),
  }));
}

function blockEntry({ id, start, end, time, title }: CalendarBlockCard): Entry {
  return {
    ...{ key: id, href: blockPath({ id }), start, end, time, title },
    ...{ detail: title === "Time off" ? null : "Time off", status: null, icons: ["absent"], color: "var(--quiet)" },
  };
}
