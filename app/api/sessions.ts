import { sessions } from "~/contract/sessions";
import { endOwnSession, listOwnSessions } from "~/domain/identity/own-sessions.sql.server";
import { personOf } from "~/domain/identity/person";
import { bind } from "~/http/api.server";

export default bind(sessions, {
  list: ({ actor, query }) => listOwnSessions(personOf(actor), query),
  end: ({ actor, params }) => endOwnSession(personOf(actor), params.id),
});
