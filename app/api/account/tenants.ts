import { account } from "~/contract/account";
import { pageOfMemberships } from "~/domain/account/memberships.sql.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(
  on(account.tenants, ({ actor, query }) =>
    pageOfMemberships(personOf(actor).account_id, actor.tenant.id, query),
  ),
);
export const loader = route.loader;
export const action = route.action;
