import { sessions } from "~/contract/sessions";
import { personOf } from "~/domain/identity/person";
import { endOwnSession } from "~/domain/identity/own-sessions.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(sessions.end, ({ actor, params }) => endOwnSession(personOf(actor), params.id)),
);
export const loader = route.loader;
export const action = route.action;
