import { waitlist } from "~/contract/waitlist";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { api, on } from "~/http/api.server";

const route = api(
  on(waitlist.join, ({ actor, body, ticket }) => joinWaitlist(actor, body, ticket)),
);
export const loader = route.loader;
export const action = route.action;
