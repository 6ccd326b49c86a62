import type { Sql as Part } from "sql-template-tag";
import type { Booking, CustomerInput } from "~/contract/bookings";
import { invalidField } from "~/lib/app-error";
import { newReference } from "~/lib/crypto.server";
import { newId } from "~/lib/ids";
import { makeEvent, type NewEvent } from "../events/event-body";
import type { Actor } from "../identity/actor";
import {
  insertAlias,
  insertAudit,
  insertBooking,
  insertCustomer,
  insertEvents,
  updateCustomer,
} from "./booking-parts.sql";
import type { BookingRow } from "./booking-row";
import type { SeatClaim } from "./claim-seats.sql.server";
import type { KnownCustomer, OfferTarget } from "./find-offer.sql.server";
import { manageUrl } from "./manage-link.server";
import type { GivenAnswer, Offer } from "./offer";

/** One wish to book, whoever has it. */
export interface BookingWish {
  target: OfferTarget;
  party_size: number;
  customer: CustomerInput;
  notes: string | null;
  answers: GivenAnswer[];
  meta: Booking["meta"];
  source: Booking["source"];
  widget_config_id: string | null;
  override: boolean;
  /** Whether the guest is mailed about it. */
  notify: boolean;
  /** Staff's entry corrects the customer's record; a stranger who knows the address must not. */
  corrects_customer: boolean;
}

/** What stands between the booking and "confirmed"; null reason and a hold of null minutes: pending until someone decides. */
export interface Due {
  pending_reason: Booking["pending_reason"];
  hold_minutes: number | null;
}

/** A booking that is to be written: the seats it needs, and the parts of the statement that claims them. */
export interface Placement {
  claim: SeatClaim;
  also: Part[];
}

/** The booking with its first events, its customer and what of it is audited, as claimSeats and claimAtOnce take it. */
export function placementOf(
  actor: Actor,
  wish: BookingWish,
  offer: Offer,
  row: BookingRow,
  customer: KnownCustomer | null,
): Placement {
  const events = firstEvents(row, offer, wish.customer);
  const correction = wish.corrects_customer ? [updateCustomer(row, wish.customer)] : [insertAlias(row)];
  const isStaff = actor.kind === "user" || actor.kind === "secret_key";
  return {
    claim: seatClaim(row, wish, offer),
    also: [
      ...(customer === null ? [insertCustomer(row, wish.customer)] : correction),
      insertBooking(row),
      insertEvents(row, events, actor, wish.notify),
      ...(isStaff ? [insertAudit(row, actor, wish.override)] : []),
    ],
  };
}

/** The booking as it will be written, by the database's clock; `due` null: confirmed at once. */
export function newRow(
  actor: Actor,
  wish: BookingWish,
  offer: Offer,
  customer: KnownCustomer | null,
  due: Due | null,
  now: Date,
): BookingRow {
  const price = offer.price_amount === null ? null : offer.price_amount * wish.party_size;
  if (price !== null && price > 99_999_999)
    throw invalidField("party_size", "This comes to more than can be charged at once.");
  return {
    tenant_id: actor.tenant.id,
    id: newId(),
    reference: newReference(),
    resource_id: offer.resource.id,
    resource_name: offer.resource.name,
    schedule_id: offer.schedule?.id ?? null,
    slot_id: offer.slot_id,
    status: due === null ? "confirmed" : "pending",
    pending_reason: due?.pending_reason ?? null,
    expires_at: due?.hold_minutes ? new Date(now.getTime() + due.hold_minutes * 60_000) : null,
    payment_status: "none",
    starts_at: offer.starts_at,
    ends_at: offer.ends_at,
    time_zone:
      wish.customer.time_zone ?? (wish.corrects_customer ? customer?.time_zone : null) ?? actor.tenant.time_zone,
    party_size: wish.party_size,
    customer_id: customer?.id ?? newId(),
    customer_name: wish.customer.name,
    customer_email: wish.customer.email,
    customer_phone: wish.customer.phone ?? null,
    price_amount: price,
    currency: price === null ? null : (offer.currency ?? actor.tenant.currency),
    notes: wish.notes,
    answers: wish.answers,
    source: wish.source,
    widget_config_id: wish.widget_config_id,
    meta: wish.meta,
    cancelled_by: null,
    cancel_reason_code: null,
    cancel_reason: null,
    reschedule_count: 0,
    version: 1,
    event_count: due === null ? 2 : 1,
    created_at: now,
    updated_at: now,
  };
}

function seatClaim(row: BookingRow, wish: BookingWish, offer: Offer): SeatClaim {
  const { schedule } = offer;
  const isLimited = schedule?.max_per_day != null && !wish.override;
  return {
    tenant_id: row.tenant_id,
    resource_id: row.resource_id,
    booking_id: row.id,
    occupies_from: offer.occupies_from,
    occupies_to: offer.occupies_to,
    capacity: offer.capacity,
    party_size: row.party_size,
    lapses_at: row.expires_at,
    slot_id: wish.override ? null : row.slot_id,
    daily: isLimited
      ? {
          schedule_id: schedule.id,
          max: schedule.max_per_day!,
          starts_at: row.starts_at,
          time_zone: schedule.time_zone,
        }
      : null,
    over_capacity: wish.override,
  };
}

/** created, and confirmed in the same breath where nothing is due: sequence 1 and 2. */
function firstEvents(row: BookingRow, offer: Offer, customer: CustomerInput): NewEvent[] {
  const manage_url = manageUrl(row.tenant_id, row.id);
  const source = (status: BookingRow["status"]) => ({
    booking: { ...row, status },
    resource: { id: offer.resource.id, type: offer.resource.type, name: offer.resource.name },
    customer: { locale: customer.locale ?? null, time_zone: customer.time_zone ?? null },
    manage_url,
  });
  const created = makeEvent("booking.created", 1, row.created_at, source("pending"), null);
  if (row.status === "pending") return [created];
  const before = { status: "pending", starts_at: row.starts_at };
  return [created, makeEvent("booking.confirmed", 2, row.created_at, source("confirmed"), before)];
}
