import { email } from "~/contract/email-operations";
import { getPreferences, updatePreferences } from "~/domain/email/preferences.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(email.getPreferences, ({ actor }) => getPreferences(actor)),
  on(email.updatePreferences, ({ actor, body }) => updatePreferences(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
