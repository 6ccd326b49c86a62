import { calendarNotices } from "~/contract/calendar-notices";
import { receiveGoogleNotice } from "~/domain/calendars/receive-notices.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendarNotices.receiveGoogle, ({ request }) => receiveGoogleNotice(request.headers)),
);
export const loader = route.loader;
export const action = route.action;
