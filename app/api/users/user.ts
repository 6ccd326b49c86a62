import { users } from "~/contract/users";
import { removeUser, updateUser } from "~/domain/users/change-user.server";
import { getUser } from "~/domain/users/list-users.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(users.get, ({ actor, params }) => getUser(actor, params.id)),
  on(users.update, ({ actor, params, body }) => updateUser(actor, params.id, body)),
  on(users.remove, ({ actor, params }) => removeUser(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
