import { slots } from "~/contract/slots";
import { ensureSlotsFor } from "~/domain/schedules/ensure-slots.server";
import { api, on } from "~/http/api.server";

const route = api(on(slots.ensure, ({ actor, body }) => ensureSlotsFor(actor, body.schedule_id)));
export const loader = route.loader;
export const action = route.action;
