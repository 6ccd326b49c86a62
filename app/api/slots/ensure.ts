import { slots } from "~/contract/slot-operations";
import { StartedJob } from "~/contract/slots";
import { requestHorizon } from "~/domain/schedules/ensure-slots.server";
import { api, on } from "~/http/api.server";
import { jsonResponse } from "~/http/json-response.server";

const route = api(
  on(slots.ensure, async ({ actor, body }) => {
    const done = await requestHorizon(actor, body.schedule_id);
    return "job" in done ? jsonResponse(202, JSON.stringify(StartedJob.parse(done)), {}) : done;
  }),
);
export const loader = route.loader;
export const action = route.action;
