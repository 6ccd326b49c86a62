import { calendars } from "~/contract/calendars";
import { listBusyTimes } from "~/domain/calendars/busy-times.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(calendars.busy, async ({ actor, query }) => ({ busy: await listBusyTimes(actor, query) })),
);
export const loader = route.loader;
export const action = route.action;
