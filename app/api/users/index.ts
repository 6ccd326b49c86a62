import { users } from "~/contract/users";
import { inviteUser } from "~/domain/users/invite-user.server";
import { listUsers } from "~/domain/users/list-users.sql.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(users.list, ({ actor, query }) => listUsers(actor, query)),
  on(users.invite, ({ actor, body }) => inviteUser(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
