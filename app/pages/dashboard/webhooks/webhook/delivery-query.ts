import { DeliveryFilter } from "~/contract/webhooks";
import { readListQuery } from "~/ui/list-query";

const NAMES = ["status", "type", "origin", "from", "to", "cursor"] as const;

/** Reads the address of a webhook's deliveries. */
export function readDeliveryQuery(
  params: URLSearchParams,
  subscription_id: string,
  timeZone: string,
) {
  const { given, asked, problem } = readListQuery(params, NAMES, DeliveryFilter, timeZone);
  return { given, filter: DeliveryFilter.parse({ ...asked, subscription_id }), problem };
}
