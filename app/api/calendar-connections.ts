import { calendarConnections } from "~/contract/calendar-connections";
import { addAccount } from "~/domain/calendars/add-account.server";
import {
  beginConnect,
  returnFromCalendarProvider,
} from "~/domain/calendars/connect-account.server";
import {
  getConnection,
  listAvailable,
  listConnections,
  readAgain,
} from "~/domain/calendars/connections.server";
import { disconnect } from "~/domain/calendars/disconnect.server";
import { personOf } from "~/domain/identity/person";
import { bind, type Call } from "~/http/api.server";
import {
  CALENDARS_SLOT,
  connectStateCookie,
  readConnectState,
  redirectFromProvider,
} from "~/http/connect-redirect.server";
import { jsonResponse } from "~/http/json-response.server";

type Return = Pick<
  Call<typeof calendarConnections.googleCallback>,
  "actor" | "query" | "request" | "url"
>;

async function finishReturn(
  provider: "google" | "microsoft",
  { actor, query, request, url }: Return,
) {
  const state = readConnectState(request);
  const location = await returnFromCalendarProvider(personOf(actor), provider, query, url, state);
  return redirectFromProvider(CALENDARS_SLOT, location);
}

export default bind(calendarConnections, {
  list: ({ actor, query }) => listConnections(actor, query),
  create: ({ actor, body }) => addAccount(personOf(actor), body),
  connect: async ({ actor, body }) => {
    const { url, state } = await beginConnect(personOf(actor), body);
    return jsonResponse(200, JSON.stringify({ url }), {
      "Set-Cookie": connectStateCookie(CALENDARS_SLOT, state),
    });
  },
  googleCallback: (call) => finishReturn("google", call),
  microsoftCallback: (call) => finishReturn("microsoft", call),
  get: ({ actor, params }) => getConnection(actor, params.id),
  remove: ({ actor, params, query }) => disconnect(personOf(actor), params.id, query),
  read: ({ actor, params }) => readAgain(personOf(actor), params.id),
  available: ({ actor, params }) => listAvailable(personOf(actor), params.id),
});
