import { calendarFeeds } from "~/contract/calendar-feeds";
import { removeFeed } from "~/domain/calendar/calendar-feeds.server";
import { api, on } from "~/http/api.server";

const route = api(on(calendarFeeds.remove, ({ actor, params }) => removeFeed(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
