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
const settings = {
  resource_id: NewConnectedCalendar.shape.resource_id,
  use,
  tentative_is_busy: tick.describe("a tick"),
  minutes_before: NewConnectedCalendar.shape.minutes_before,
  minutes_after: NewConnectedCalendar.shape.minutes_after,
  keeps_titles: tick.describe("a tick"),
  writes: tick.describe("a tick"),
  writes_guest: tick.describe("a tick"),
};

export const ConnectionForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("add"),
    external_id: NewConnectedCalendar.shape.external_id,
    resource_id: NewConnectedCalendar.shape.resource_id,
  }),
  z.object({ intent: z.literal("edit"), calendar_id: Id, ...settings }),
  z.object({ intent: z.literal("confirm_shrunk"), calendar_id: Id }),
  z.object({ intent: z.literal("remove"), calendar_id: Id }),
  z.object({ intent: z.literal("read") }),
  z.object({ intent: z.literal("disconnect"), events }),
]);
export type ConnectionForm = z.output<typeof ConnectionForm>;
export type EditCalendar = Extract<ConnectionForm, { intent: "edit" }>;

/** Maps a calendar's settings form to a patch. */
export function patchOf({
  use: chosen,
  resource_id,
  tentative_is_busy,
  minutes_before,
  minutes_after,
  keeps_titles,
  writes,
  writes_guest,
}: EditCalendar) {
  const counts = chosen === "none" ? { checks: false } : { checks: true, mode: chosen };
  return {
    resource_id,
    tentative_is_busy,
    minutes_before,
    minutes_after,
    keeps_titles,
    writes,
    writes_guest,
    ...counts,
  } satisfies ConnectedCalendarPatch;
}
