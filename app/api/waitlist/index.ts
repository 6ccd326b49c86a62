import { waitlist } from "~/contract/waitlist";
import { joinWaitlist, listWaitlist } from "~/domain/waitlist/waitlist.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(waitlist.list, ({ actor, query }) => listWaitlist(actor, query)),
  on(waitlist.add, ({ actor, body }) => joinWaitlist(actor, body)),
);
export const loader = route.loader;
export const action = route.action;
