import { z } from "zod";
import { Id, IdParams, Instant, pageOf, PageQuery } from "./common";
import { operation, session } from "./operation";

export const CalendarFeed = z.object({
  id: Id,
  resource_id: Id.nullable(),
  user_id: Id.nullable(),
  created_at: Instant,
  rotated_at: Instant,
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;
/** The address is a secret: it is shown once, in the answer that makes it, and stored as a hash. */
export const CreatedCalendarFeed = CalendarFeed.extend({ url: z.string() });
export type CreatedCalendarFeed = z.infer<typeof CreatedCalendarFeed>;
export const NewCalendarFeed = z.strictObject({
  resource_id: Id.optional().describe("without it: the caller's own calendar, with every resource they work with"),
});
export type NewCalendarFeed = z.output<typeof NewCalendarFeed>;

export const calendarFeeds = {
  list: operation({
    method: "GET",
    path: "/api/calendar-feeds",
    caller: session("staff", { secret_key: false }),
    summary: "The caller's own calendar address and those of resources, without their secrets",
    query: PageQuery,
    returns: pageOf(CalendarFeed),
  }),
  create: operation({
    method: "POST",
    path: "/api/calendar-feeds",
    caller: session("staff", { secret_key: false }),
    summary: "Make the iCalendar address of a resource or of oneself; the answer holds it, once only",
    body: NewCalendarFeed,
    returns: CreatedCalendarFeed,
    status: 201,
    errors: ["already_exists", "not_found"],
    answers_secret: true,
  }),
  rotate: operation({
    method: "POST",
    path: "/api/calendar-feeds/:id/rotate",
    caller: session("staff", { secret_key: false }),
    summary: "A new address; the old one ends at once",
    params: IdParams,
    returns: CreatedCalendarFeed,
    answers_secret: true,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/calendar-feeds/:id",
    caller: session("staff", { secret_key: false }),
    summary: "End a calendar address",
    params: IdParams,
    status: 204,
  }),
};
