import { slots } from "~/contract/slots";
import { generateSlots } from "~/domain/schedules/ensure-slots.server";
import { api, on } from "~/http/api.server";

const route = api(on(slots.generate, ({ actor, body }) => generateSlots(actor, body)));
export const loader = route.loader;
export const action = route.action;
