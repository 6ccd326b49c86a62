import { calendarConnections } from "~/contract/calendar-connections";
import { returnFromCalendarProvider } from "~/domain/calendars/connect-account.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";
import {
  CALENDARS_SLOT,
  readConnectState,
  redirectFromProvider,
} from "~/http/connect-redirect.server";

const route = api(
  on(calendarConnections.googleCallback, async ({ actor, query, request, url }) => {
    const state = readConnectState(request);
    const location = await returnFromCalendarProvider(personOf(actor), "google", query, url, state);
    return redirectFromProvider(CALENDARS_SLOT, location);
  }),
);
export const loader = route.loader;
export const action = route.action;
