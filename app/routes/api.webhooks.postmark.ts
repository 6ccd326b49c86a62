import { email } from "~/contract/email";
import { checkPostmark, receivePostmarkEvent } from "~/domain/email/postmark-events.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(email.receivePostmark, ({ request, body }) => {
    checkPostmark(request);
    return receivePostmarkEvent(body);
  }),
);
export const loader = route.loader;
export const action = route.action;
