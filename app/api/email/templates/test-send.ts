import { email } from "~/contract/email-operations";
import { sendTestMail } from "~/domain/email/try-template.server";
import { api, on } from "~/http/api.server";

const route = api(on(email.sendTest, ({ actor, body }) => sendTestMail(actor, body)));
export const loader = route.loader;
export const action = route.action;
