import { email } from "~/contract/email-operations";
import { receivePostmarkEvent } from "~/domain/email/postmark-events.server";
import { api, on } from "~/http/api.server";

const route = api(on(email.receivePostmark, ({ body }) => receivePostmarkEvent(body)));
export const loader = route.loader;
export const action = route.action;
