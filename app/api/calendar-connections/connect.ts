import { calendarConnections } from "~/contract/calendar-connections";
import { beginConnect } from "~/domain/calendars/connect-account.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";
import { CALENDARS_SLOT, connectStateCookie } from "~/http/connect-redirect.server";
import { jsonResponse } from "~/http/json-response.server";

const route = api(
  on(calendarConnections.connect, async ({ actor, body }) => {
    const { url, state } = await beginConnect(personOf(actor), body);
    return jsonResponse(200, JSON.stringify({ url }), {
      "Set-Cookie": connectStateCookie(CALENDARS_SLOT, state),
    });
  }),
);
export const loader = route.loader;
export const action = route.action;
