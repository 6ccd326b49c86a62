import { calendarFeeds } from "~/contract/calendar-feeds";
import { createFeed, listFeeds } from "~/domain/calendar/calendar-feeds.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendarFeeds.list, ({ actor, query }) => listFeeds(actor, query)),
  on(calendarFeeds.create, ({ actor, body }) => createFeed(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
