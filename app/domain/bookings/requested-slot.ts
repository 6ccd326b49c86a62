import { isForAnyone } from "~/contract/fields";
import { MOST_DAYS_AHEAD } from "~/contract/limits";
import type { Question } from "~/contract/schedules";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import type { LimitTerms } from "../seats/seat-request";
import type { Place } from "./booking-location";
import { quote, type Quote } from "./quote";

/** A time somebody wants to book, with everything that decides whether they may. Instants are Dates, the rest as in the records. */
export interface RequestedSlot {
  resource: { id: string; type: string; name: string; capacity: number };
  schedule: RequestedService | null;
  slot_id: string | null;
  /** A longer length than the slot's own; left out or null: as long as the slot, or as a custom time says. */
  length_minutes?: number | null;
  starts_at: Date;
  ends_at: Date;
  occupies_from: Date;
  occupies_to: Date;
  capacity: number;
  price_amount: number | null;
  currency: string | null;
  /** Which side of the booking window the start lies on, by the database's clock (window_refusal in seats/booking-window.sql). */
  window_refusal: "too_soon" | "too_far" | null;
}
export interface RequestedService extends LimitTerms {
  id: string;
  name: string;
  time_zone: string;
  min_notice_minutes: number;
  max_advance_days: number;
  max_party_size: number | null;
  max_per_day: number | null;
  /** Listed nowhere: bookable by staff, or by a booking link. */
  private: boolean;
  requires_payment: boolean;
  /** Why nobody can pay what it asks for online. */
  unpayable: string | null;
  requires_approval: boolean;
  questions: Question[];
  place?: Place | null;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
}

/** What a party pays for this time. Throws validation_failed when that is more than can be charged. */
export function quoteFor(
  { schedule, resource, price_amount, currency }: RequestedSlot,
  party: number,
): Quote {
  const label = schedule?.name ?? resource.name;
  return quote({ label, amount: price_amount, seats: 1, currency }, party);
}

/** Whether a guest may book this time now. Throws outside_booking_window with details.reason too_soon or too_far. */
export function checkWindow({ window_refusal: reason }: RequestedSlot): void {
  if (reason !== null) throw outsideWindow(reason);
}

/** Staff and keys need no notice and no schedule's horizon, but no time lies further ahead than this. Throws outside_booking_window. */
export function checkHorizon(startsAt: Date, now: Date): void {
  if (startsAt.getTime() - now.getTime() > MOST_DAYS_AHEAD * DAY_MS) throw outsideWindow("too_far");
}

const DAY_MS = 86_400_000;

function outsideWindow(reason: NonNullable<RequestedSlot["window_refusal"]>): AppError {
  const message =
    reason === "too_soon"
      ? "That time is too soon. Choose a later one."
      : "That time cannot be booked yet. Choose an earlier one.";
  return new AppError("outside_booking_window", message, { details: { reason } });
}

/** What a call says about the time it wants; a slot alone is enough. */
interface NamedTarget {
  slot_id?: string | undefined;
  resource_id?: string | undefined;
  schedule_id?: string | undefined;
  starts_at?: Date | undefined;
  duration_minutes?: number | undefined;
}

/**
 * Whatever is named beside a slot must be that slot's. Throws not_found (no such slot), validation_failed with the field that
 * says something else.
 */
export function checkTarget(target: NamedTarget, requested: RequestedSlot): void {
  // Beside anyone, a slot is the one that was shown (find-candidates).
  if (target.slot_id === undefined || isForAnyone(target)) return;
  if (requested.slot_id !== target.slot_id) throw notFound();
  const minutes = (requested.ends_at.getTime() - requested.starts_at.getTime()) / 60_000;
  const isOther = {
    resource_id: target.resource_id !== undefined && target.resource_id !== requested.resource.id,
    schedule_id: target.schedule_id !== undefined && target.schedule_id !== requested.schedule?.id,
    starts_at:
      target.starts_at !== undefined &&
      target.starts_at.getTime() !== requested.starts_at.getTime(),
    duration_minutes: target.duration_minutes !== undefined && target.duration_minutes !== minutes,
  };
  const field = Object.entries(isOther).find(([, differs]) => differs)?.[0];
  if (field !== undefined)
    throw invalidField(
      field,
      "This does not match the slot. Correct it, or send slot_id alone.",
      "contradiction",
    );
}

/** Throws validation_failed when the party can never fit, even with no other booking. */
export function checkParty(requested: RequestedSlot, partySize: number): void {
  const most = Math.min(
    requested.capacity,
    requested.schedule?.max_party_size ?? requested.capacity,
  );
  if (partySize > most)
    throw invalidField(
      "party_size",
      most === 1 ? "Only one place can be booked here." : `At most ${most} places.`,
      "too_big",
    );
}
