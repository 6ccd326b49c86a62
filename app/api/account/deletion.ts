import { account } from "~/contract/account";
import { readDeletion } from "~/domain/account/closing.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(account.deletion, ({ actor }) => readDeletion(actor.tenant.id)));
export const loader = route.loader;
export const action = route.action;
