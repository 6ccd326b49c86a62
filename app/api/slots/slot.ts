import { slots } from "~/contract/slot-operations";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(slots.update, ({ actor, params, body }) => updateSlot(actor, params.id, body)),
);
export const loader = route.loader;
export const action = route.action;
