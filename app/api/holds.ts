import { holds } from "~/contract/holds";
import { releaseHold, takeHold } from "~/domain/holds/visitor-holds.server";
import { bind } from "~/http/api.server";
import { networkOf } from "~/http/network";

export default bind(holds, {
  take: ({ actor, body, client, ticket }) =>
    takeHold(actor, body, networkOf(client.ip ?? ""), ticket),
  release: ({ actor, body }) => releaseHold(actor, body),
});
