import { events } from "~/contract/events";
import { listEvents } from "~/domain/events/list-events.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(events.list, ({ actor, query }) => listEvents(actor, query)));
export const loader = route.loader;
export const action = route.action;
