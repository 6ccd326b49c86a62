import { account } from "~/contract/account";
import { listMemberships } from "~/domain/account/memberships.server";
import { personOf } from "~/domain/identity/person";
import { api, on } from "~/http/api.server";

const route = api(on(account.tenants, ({ actor }) => listMemberships(personOf(actor).account_id, actor.tenant.id)));
export const loader = route.loader;
export const action = route.action;
