import { slots } from "~/contract/slot-operations";
import { createSlot } from "~/domain/slots/manual-slots.server";
import { api, on } from "~/http/api.server";

const route = api(on(slots.create, ({ actor, body }) => createSlot(actor, body)));
export const loader = route.loader;
export const action = route.action;
