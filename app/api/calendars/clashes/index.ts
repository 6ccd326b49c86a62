import { calendars } from "~/contract/calendars";
import { listClashes } from "~/domain/calendars/list-clashes.server";
import { api, on } from "~/http/api.server";

const route = api(on(calendars.clashes, ({ actor, query }) => listClashes(actor, query)));
export const loader = route.loader;
export const action = route.action;
