import { sessions } from "~/contract/sessions";
import { personOf } from "~/domain/identity/person";
import { listOwnSessions } from "~/domain/identity/own-sessions.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(sessions.list, ({ actor, query }) => listOwnSessions(personOf(actor), query)));
export const loader = route.loader;
export const action = route.action;
