import { email } from "~/contract/email-operations";
import { previewTemplate } from "~/domain/email/try-template.server";
import { api, on } from "~/http/api.server";

const route = api(on(email.previewTemplate, ({ actor, body }) => previewTemplate(actor, body)));
export const loader = route.loader;
export const action = route.action;
