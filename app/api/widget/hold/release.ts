import { holds } from "~/contract/holds";
import { releaseHold } from "~/domain/holds/visitor-holds.server";
import { api, on } from "~/http/api.server";

const route = api(on(holds.release, ({ actor, body }) => releaseHold(actor, body)));
export const loader = route.loader;
export const action = route.action;
