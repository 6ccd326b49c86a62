import { z } from "zod";
import { Id, IdParams, Instant, pageOf, PageQuery } from "./common";
import { CreatedAt } from "./fields";
import { operation, session } from "./operation";

export const CalendarFeed = z
  .object({
    id: Id.describe("ID of the feed."),
    resource_id: Id.nullable().describe(
      "ID of the resource shown; null for a user's own calendar.",
    ),
    user_id: Id.nullable().describe("ID of the user whose calendar it is; null for a resource's."),
    created_at: CreatedAt,
    rotated_at: Instant.describe("When the URL was created, in UTC."),
  })
  .describe("An iCalendar feed, without its secret URL.");
export type CalendarFeed = z.infer<typeof CalendarFeed>;
/** The URL is a secret: returned once at creation, and stored as a hash. */
export const CreatedCalendarFeed = CalendarFeed.extend({
  url: z.string().describe("Secret URL to subscribe to; shown only once."),
}).describe("An iCalendar feed with its URL, which is shown only once.");
export type CreatedCalendarFeed = z.infer<typeof CreatedCalendarFeed>;
export const NewCalendarFeed = z
  .strictObject({
    resource_id: Id.optional().describe(
      "ID of the resource; the caller's own calendar, with all their resources, if omitted.",
    ),
  })
  .describe("What the feed shows.");
export type NewCalendarFeed = z.output<typeof NewCalendarFeed>;

export const calendarFeeds = {
  list: operation({
    method: "GET",
    path: "/api/calendar-feeds",
    caller: session("staff", { secret_key: false }),
    summary: "List the caller's own calendar feed and those of resources, without their URLs",
    query: PageQuery,
    returns: pageOf(CalendarFeed),
  }),
  create: operation({
    method: "POST",
    path: "/api/calendar-feeds",
    caller: session("staff", { secret_key: false }),
    summary: "Create an iCalendar feed of a resource or of the caller; its URL is shown only once",
    body: NewCalendarFeed,
    returns: CreatedCalendarFeed,
    status: 201,
    location: "/api/calendar-feeds",
    errors: ["already_exists", "not_found"],
    answers_secret: true,
  }),
  rotate: operation({
    method: "POST",
    path: "/api/calendar-feeds/:id/rotate",
    caller: session("staff", { secret_key: false }),
    summary: "Replace the URL of a feed; the old one stops working at once",
    params: IdParams,
    returns: CreatedCalendarFeed,
    answers_secret: true,
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/calendar-feeds/:id",
    caller: session("staff", { secret_key: false }),
    summary: "Delete a calendar feed",
    params: IdParams,
    status: 204,
  }),
};
