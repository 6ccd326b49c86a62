import { z } from "zod";
import { DisconnectQuery, NewCalendarConnection } from "~/contract/calendar-connections";
import { type ConnectedCalendarPatch, NewConnectedCalendar } from "~/contract/calendars";
import { Id } from "~/contract/common";

// Forms of the connected calendars pages.

const [caldav, ical] = NewCalendarConnection.options;
const { events } = DisconnectQuery.shape;

export const CalendarsForm = z.discriminatedUnion("intent", [
  caldav.omit({ provider: true }).extend({ intent: z.literal("caldav") }),
  ical.omit({ provider: true }).extend({ intent: z.literal("ical") }),
  z.object({ intent: z.literal("read"), connection_id: Id }),
  z.object({ intent: z.literal("disconnect"), connection_id: Id, events }),
]);
export type CalendarsForm = z.output<typeof CalendarsForm>;

/** A calendar's use: one choice in the form, two fields in the contract. */
const use = z
  .enum(["hard", "advise", "none"])
  .describe("hard, advise: its mode; none: it is not checked");
const tick = z.boolean().default(false);
const CalendarSettings = z.object({
  id: Id,
  resource_id: NewConnectedCalendar.shape.resource_id,
  use,
  tentative_is_busy: tick.describe("a tick"),
  minutes_before: NewConnectedCalendar.shape.minutes_before,
  minutes_after: NewConnectedCalendar.shape.minutes_after,
  keeps_titles: tick.describe("a tick"),
  writes: tick.describe("a tick"),
  writes_guest: tick.describe("a tick"),
  remove: tick.describe("a tick: disconnect the calendar"),
});
type CalendarSettings = z.output<typeof CalendarSettings>;

/** Calendars per page: a form has at most MAX_FORM_FIELDS. */
export const CALENDARS_PER_PAGE = 40;

export const ConnectionForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    external_id: NewConnectedCalendar.shape.external_id,
    resource_id: NewConnectedCalendar.shape.resource_id,
  }),
  z.object({
    intent: z.literal("save"),
    calendars: z.array(CalendarSettings).min(1).max(CALENDARS_PER_PAGE),
  }),
  z.object({ intent: z.literal("confirm_shrunk"), calendar_id: Id }),
  z.object({ intent: z.literal("read") }),
  z.object({ intent: z.literal("disconnect"), events }),
]);
export type ConnectionForm = z.output<typeof ConnectionForm>;

/** Maps a calendar's fields to a patch. */
export function patchOf({ id, use: chosen, remove, ...fields }: CalendarSettings) {
  const counts = chosen === "none" ? { checks: false } : { checks: true, mode: chosen };
  const patch: ConnectedCalendarPatch = { ...fields, ...counts };
  return { id, remove, ...patch };
}
