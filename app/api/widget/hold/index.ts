import { holds } from "~/contract/holds";
import { takeHold } from "~/domain/holds/visitor-holds.server";
import { api, on } from "~/http/api.server";
import { networkOf } from "~/http/network";

const route = api(
  on(holds.take, ({ actor, body, client, ticket }) =>
    takeHold(actor, body, networkOf(client.ip ?? ""), ticket),
  ),
);
export const loader = route.loader;
export const action = route.action;
