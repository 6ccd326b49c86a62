import type { KeyActor } from "../identity/actor";
import type { RequestedSlot } from "./requested-slot";

type Offered = Pick<RequestedSlot, "price_amount"> & {
  resource: { id: string };
  schedule: {
    id: string;
    private: boolean;
    requires_payment: boolean;
    unpayable: string | null;
  } | null;
};

/**
 * Whether the widget's configuration offers this to visitors: its resources and schedules, and what has to be paid online only where
 * somebody can be paid. A booking link offers its own schedule, listed or not, and no other.
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
  const mustPay = Boolean(schedule?.requires_payment && price_amount);
  const canPay = tenant.takes_payments && payment !== "off" && !schedule?.unpayable;
  return hasResource && hasSchedule && (!mustPay || canPay);
}
