import { calendars } from "~/contract/calendars";
import { listBusyPage } from "~/domain/calendars/busy-times.server";
import { api, on } from "~/http/api.server";

const route = api(on(calendars.busy, ({ actor, query }) => listBusyPage(actor, query)));
export const loader = route.loader;
export const action = route.action;
