import { calendarFeeds } from "~/contract/calendar-feeds";
import { rotateFeed } from "~/domain/calendar/calendar-feeds.server";
import { api, on } from "~/http/api.server";

const route = api(on(calendarFeeds.rotate, ({ actor, params }) => rotateFeed(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
