import { DeliveryFilter } from "~/contract/webhooks";
import { LocalDate } from "~/contract/common";
import { addDays, startOfDay } from "~/lib/time";

export interface DeliveryQuery {
  /** What the filter's fields show. */
  given: Record<string, string>;
  filter: DeliveryFilter;
  problem: string | null;
}

const NAMES = ["status", "type", "origin", "from", "to", "cursor"] as const;

/**
 * Reads the address of a webhook's deliveries; days are those of the company's clock. What cannot be used of it is left out and said, so
 * that an old address still shows the list.
 */
export function readDeliveryQuery(params: URLSearchParams, subscription_id: string, timeZone: string): DeliveryQuery {
  const given: Record<string, string> = {};
  let problem: string | null = null;
  for (const name of NAMES) {
    const text = params.getAll(name).filter(Boolean).join(",");
    if (text === "") continue;
    const isUsable =
      name === "from" || name === "to" ? LocalDate.safeParse(text) : DeliveryFilter.safeParse({ [name]: text });
    if (isUsable.success) given[name] = text;
    else problem = "Part of this address cannot be used and was left out.";
  }
  const { from, to, ...rest } = given;
  const filter = DeliveryFilter.parse({
    ...rest,
    subscription_id,
    ...(from !== undefined && { from: new Date(startOfDay(from, timeZone)).toISOString() }),
    ...(to !== undefined && { to: new Date(startOfDay(addDays(to, 1), timeZone)).toISOString() }),
  });
  return { given, filter, problem };
}
