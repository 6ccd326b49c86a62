import { BookingPatch, NewBooking, StatusChange } from "~/contract/booking-inputs";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { aCustomer } from "./factory";
import { atProvider, refundsOf, takeWebhooks, work } from "./payment-calls";
import { standIn } from "./payments-on";

// Building blocks for races between a guest, time, staff and the provider.

export interface Stage {
  owner: UserActor;
  account: string;
  slotId: string;
  id: string;
  session_id: string;
}

export interface Race {
  drive: (stage: Stage) => Promise<unknown>;
  /** Seats of the slot; default one. */
  capacity?: number;
  booking: [status: string, payment_status: string, seats: number];
  payments: { status: string; attention?: string | null; is_surplus?: boolean }[];
  refunds?: { status: string; reason: string; amount: number }[];
  /** Events after created. */
  events: string[];
}

export const PAID = ["confirmed", "paid"];
export const pay = ({ session_id }: Stage) => atProvider(session_id, "pay");
export const deliverWebhooks = async ({ owner }: Stage) => {
  await takeWebhooks(owner);
  await takeWebhooks(owner);
};
export const faults = (...all: object[]) => standIn.control("faults", all);
export const takenByAnother = ({ owner, slotId }: Stage) =>
  createBooking(owner, NewBooking.parse({ slot_id: slotId, customer: aCustomer() }), null);
export const byHand = ({ owner, id }: Stage) =>
  changeBookingStatus(
    owner,
    id,
    StatusChange.parse({ status: "paid", payment_method: "offline" }),
    null,
  );
export const changeParty = ({ owner, id }: Stage, party_size: number) =>
  editBooking(owner, id, BookingPatch.parse({ party_size, notify: false }));
export const webhooksOf = (type: string) =>
  standIn.received.filter(({ body }) => body.toString().includes(type));
export async function paidThenRefundFails(
  stage: Stage,
  before: () => Promise<unknown>,
  after?: () => Promise<unknown>,
) {
  await pay(stage);
  await deliverWebhooks(stage);
  await before();
  await work(stage.owner);
  await after?.();
  const [refund] = await refundsOf(stage.id);
  await standIn.control(`refunds/${refund!.provider_refund_id}/outcome`, { outcome: "failed" });
  await deliverWebhooks(stage);
}
