import { email } from "~/contract/email-operations";
import { resendMessage } from "~/domain/email/messages.server";
import { api, on } from "~/http/api.server";

const route = api(on(email.resendMessage, ({ actor, params }) => resendMessage(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
