import { slots } from "~/contract/slot-operations";
import { readSlotJob } from "~/domain/schedules/slot-jobs.server";
import { api, on } from "~/http/api.server";

const route = api(on(slots.job, ({ actor, params }) => readSlotJob(actor, params.id)));
export const loader = route.loader;
export const action = route.action;
