import { slots } from "~/contract/slot-operations";
import { deleteSlots } from "~/domain/schedules/delete-slots.sql.server";
import { api, on } from "~/http/api.server";

const route = api(on(slots.remove, ({ actor, body }) => deleteSlots(actor, body)));
export const loader = route.loader;
export const action = route.action;
