import { slots } from "~/contract/slot-operations";
import { StartedJob } from "~/contract/slots";
import { deleteSlots } from "~/domain/schedules/delete-slots.sql.server";
import { requestHorizon, requestSlots } from "~/domain/schedules/ensure-slots.server";
import { readSlotJob } from "~/domain/schedules/slot-jobs.server";
import { readAvailability } from "~/domain/slots/availability.sql.server";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { explain } from "~/domain/slots/explain.sql.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { createSlot } from "~/domain/slots/manual-slots.server";
import { bind } from "~/http/api.server";
import { withETag } from "~/http/etag.server";
import { jsonResponse } from "~/http/json-response.server";

export default bind(slots, {
  availability: async ({ actor, query, request }) =>
    withETag(await readAvailability(actor, query, 92, request.headers.get("If-None-Match"))),
  explain: ({ actor, query }) => explain(actor, query),
  create: ({ actor, body }) => createSlot(actor, body),
  get: ({ actor, params }) => getSlot(actor, params.id),
  update: ({ actor, params, body }) => updateSlot(actor, params.id, body),
  generate: async ({ actor, body }) => {
    const done = await requestSlots(actor, body);
    return "job" in done ? jsonResponse(202, JSON.stringify(StartedJob.parse(done)), {}) : done;
  },
  ensure: async ({ actor, body }) => {
    const done = await requestHorizon(actor, body.schedule_id);
    return "job" in done ? jsonResponse(202, JSON.stringify(StartedJob.parse(done)), {}) : done;
  },
  job: ({ actor, params }) => readSlotJob(actor, params.id),
  remove: ({ actor, body }) => deleteSlots(actor, body),
});
