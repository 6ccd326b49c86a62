import { account } from "~/contract/account";
import { switchTenant } from "~/domain/account/memberships.sql.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(account.switch, ({ actor, body }) => {
    const { session_id, account_id } = personOf(actor);
    return switchTenant(session_id, account_id, body.tenant_id);
  }),
);
export const loader = route.loader;
export const action = route.action;
