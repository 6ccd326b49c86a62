import { email } from "~/contract/email-operations";
import { removeSuppression } from "~/domain/email/messages.server";
import { listSuppressions } from "~/domain/email/suppressions.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(email.listSuppressions, ({ actor, query }) => listSuppressions(actor, query)),
  on(email.removeSuppression, ({ actor, query }) => removeSuppression(actor, query.address)),
);
export const loader = route.loader;
export const action = route.action;
