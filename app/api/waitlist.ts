import { waitlist } from "~/contract/waitlist";
import {
  getWaiting,
  joinWaitlist,
  leaveWaitlist,
  listWaitlist,
} from "~/domain/waitlist/waitlist.server";
import { bind } from "~/http/api.server";

export default bind(waitlist, {
  list: ({ actor, query }) => listWaitlist(actor, query),
  add: ({ actor, body }) => joinWaitlist(actor, body),
  get: ({ actor, params }) => getWaiting(actor, params.id),
  remove: ({ actor, params }) => leaveWaitlist(actor, params.id),
  join: ({ actor, body, ticket }) => joinWaitlist(actor, body, ticket),
});
