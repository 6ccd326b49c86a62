import { DeliveryFilter } from "~/contract/webhooks";
import { readListQuery } from "~/ui/list-query";

const NAMES = ["status", "type", "origin", "from", "to", "cursor"] as const;

/** Parses the deliveries' URL. */
export function readDeliveryQuery(
  params: URLSearchParams,
  subscription_id: string,
  timeZone: string,
) {
  const { given, asked, problem } = readListQuery(params, NAMES, DeliveryFilter, timeZone);
  return { given, filter: DeliveryFilter.parse({ ...asked, subscription_id }), problem };
}
