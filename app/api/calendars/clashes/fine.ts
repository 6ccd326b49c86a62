import { calendars } from "~/contract/calendars";
import { fineClash } from "~/domain/calendars/list-clashes.server";
import { api, on } from "~/http/api.server";

const route = api(on(calendars.fine, ({ actor, body }) => fineClash(actor, body)));
export const loader = route.loader;
export const action = route.action;
