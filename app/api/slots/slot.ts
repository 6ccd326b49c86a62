import { slots } from "~/contract/slot-operations";
import { getSlot } from "~/domain/slots/get-slot.server";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(slots.get, ({ actor, params }) => getSlot(actor, params.id)),
  on(slots.update, ({ actor, params, body }) => updateSlot(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
