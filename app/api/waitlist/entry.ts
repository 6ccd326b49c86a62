import { waitlist } from "~/contract/waitlist";
import { getWaiting, leaveWaitlist } from "~/domain/waitlist/waitlist.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(waitlist.get, ({ actor, params }) => getWaiting(actor, params.id)),
  on(waitlist.remove, ({ actor, params }) => leaveWaitlist(actor, params.id)),
);
export const loader = route.loader;
export const action = route.action;
