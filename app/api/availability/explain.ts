import { slots } from "~/contract/slot-operations";
import { explain } from "~/domain/slots/explain.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(slots.explain, ({ actor, query }) => explain(actor, query)));
export const loader = route.loader;
export const action = route.action;
