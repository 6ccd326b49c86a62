import { email } from "~/contract/email-operations";
import { createTemplate, listTemplates } from "~/domain/email/templates.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(email.listTemplates, ({ actor, query }) => listTemplates(actor, query)),
  on(email.createTemplate, ({ actor, body }) => createTemplate(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
