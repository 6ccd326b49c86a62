import { DeliveryFilter } from "~/contract/webhooks";
import { readListQuery } from "~/ui/list-query";

const NAMES = ["status", "type", "origin", "from", "to", "cursor"] as const;

/** Parses the deliveries' URL. */
export function readDeliveryQuery(params: URLSearchParams, subscription_id: string) {
  const { given, problem } = readListQuery(params, NAMES, DeliveryFilter);
  return { given, filter: DeliveryFilter.parse({ ...given, subscription_id }), problem };
}
