import { users } from "~/contract/users";
import { removeUser, updateUser } from "~/domain/users/change-user.server";
import { inviteUser } from "~/domain/users/invite-user.server";
import { getUser, listUsers } from "~/domain/users/list-users.sql.server";
import { changePreferences, readPreferences } from "~/domain/users/preferences.server";
import { bind } from "~/http/api.server";

export default bind(users, {
  getPreferences: ({ actor }) => readPreferences(actor),
  updatePreferences: ({ actor, body }) => changePreferences(actor, body),
  list: ({ actor, query }) => listUsers(actor, query),
  invite: ({ actor, body }) => inviteUser(actor, body),
  get: ({ actor, params }) => getUser(actor, params.id),
  update: ({ actor, params, body }) => updateUser(actor, params.id, body),
  remove: ({ actor, params }) => removeUser(actor, params.id),
});
