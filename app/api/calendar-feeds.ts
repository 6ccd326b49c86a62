import { calendarFeeds } from "~/contract/calendar-feeds";
import {
  createFeed,
  listFeeds,
  removeFeed,
  rotateFeed,
} from "~/domain/calendar/calendar-feeds.server";
import { bind } from "~/http/api.server";

export default bind(calendarFeeds, {
  list: ({ actor, query }) => listFeeds(actor, query),
  create: ({ actor, body }) => createFeed(actor, body),
  rotate: ({ actor, params }) => rotateFeed(actor, params.id),
  remove: ({ actor, params }) => removeFeed(actor, params.id),
});
