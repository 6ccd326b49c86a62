import { users } from "~/contract/users";
import { changePreferences, readPreferences } from "~/domain/users/preferences.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(users.getPreferences, ({ actor }) => readPreferences(actor)),
  on(users.updatePreferences, ({ actor, body }) => changePreferences(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
