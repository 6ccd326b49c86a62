import { email } from "~/contract/email-operations";
import { deleteTemplate, getTemplate, updateTemplate } from "~/domain/email/templates.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(email.getTemplate, ({ actor, params }) => getTemplate(actor, params.id)),
  on(email.updateTemplate, ({ actor, params, body }) => updateTemplate(actor, params.id, body)),
  on(email.removeTemplate, ({ actor, params }) => deleteTemplate(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
