import { email } from "~/contract/email-operations";
import { listMessages } from "~/domain/email/list-messages.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(email.listMessages, ({ actor, query }) => listMessages(actor, query)));
export const loader = route.loader;
export const action = route.action;
