import { waitlist } from "~/contract/waitlist";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { api, on } from "~/http/api.server";

const route = api(on(waitlist.join, ({ actor, body }) => joinWaitlist(actor, body)));
export const loader = route.loader;
export const action = route.action;
