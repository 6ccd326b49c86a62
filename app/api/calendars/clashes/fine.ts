import { calendars } from "~/contract/calendars";
import { acceptConflict } from "~/domain/calendars/list-clashes.server";
import { api, on } from "~/http/api.server";

const route = api(on(calendars.fine, ({ actor, body }) => acceptConflict(actor, body)));
export const loader = route.loader;
export const action = route.action;
