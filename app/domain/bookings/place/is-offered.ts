import type { CardOnFile } from "~/contract/card-on-file";
import type { KeyActor } from "../../identity/actor";
import type { RequestedSlot } from "./requested-slot";

type Offered = Pick<RequestedSlot, "price_amount"> & {
  resource: { id: string };
  schedule: {
    id: string;
    private: boolean;
    requires_payment: boolean;
    card_on_file?: CardOnFile | null;
    unpayable: string | null;
  } | null;
};

/**
 * Whether the widget's configuration offers this to visitors: its resources and schedules, and
 * online payment only if the company can take it. A booking link offers only its own schedule,
 * public or not.
 */
export function isOfferedByKey(
  { tenant, configuration, link }: KeyActor,
  { resource, schedule, price_amount }: Offered,
): boolean {
  const { resource_ids, schedule_ids, payment } = configuration;
  const hasResource = resource_ids?.includes(resource.id) ?? true;
  const isListed =
    !schedule?.private &&
    (schedule_ids === null || (schedule !== null && schedule_ids.includes(schedule.id)));
  const hasSchedule = link === undefined ? isListed : schedule?.id === link.schedule_id;
  const mustPay = Boolean((schedule?.requires_payment && price_amount) || schedule?.card_on_file);
  const canPay = tenant.takes_payments && payment !== "off" && !schedule?.unpayable;
  return hasResource && hasSchedule && (!mustPay || canPay);
}
