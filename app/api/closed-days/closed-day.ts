import { hours } from "~/contract/hours";
import { openDay } from "~/domain/schedules/closed-days.server";
import { api, on } from "~/http/api.server";

const route = api(on(hours.openDay, ({ actor, params }) => openDay(actor, params.date)));
export const loader = route.loader;
export const action = route.action;
