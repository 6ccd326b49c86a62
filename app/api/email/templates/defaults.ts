import { email } from "~/contract/email-operations";
import { listDefaultTemplates } from "~/domain/email/templates.server";
import { api, on } from "~/http/api.server";

const route = api(on(email.listDefaults, ({ query }) => listDefaultTemplates(query)));
export const loader = route.loader;
export const action = route.action;
