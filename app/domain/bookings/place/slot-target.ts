import { anyoneOfWhat, targetMissing } from "~/contract/booking-inputs";
import { isForAnyone } from "~/contract/fields";
import { invalidField } from "~/lib/app-error";
import type { StoredHours } from "./closed-reasons.server";

/** The target of a booking, hold or move. */
export type SlotTarget = ResourceTarget | AnyoneTarget;
/** A time on one resource. */
export type ResourceTarget = SlotById | OfferedStart | CustomTime | OwnTime;

/** A slot by its ID; `named` are the fields that the request gave with it, which must match. */
export interface SlotById {
  kind: "slot";
  slot_id: string;
  length?: WantedLength;
  named?: NamedTime;
}

/** The slot that a resource offers at a start. */
interface OfferedStart {
  kind: "start";
  resource_id: string;
  starts_at: Date;
  schedule?: WantedSchedule;
  length?: WantedLength;
}

/** Staff only: a time of any length. If a slot has that length, the slot is booked. */
export interface CustomTime {
  kind: "custom";
  resource_id: string;
  starts_at: Date;
  schedule?: WantedSchedule;
  duration_minutes: number;
  /** Read before, so that a transaction doesn't wait for another connection. */
  hours?: StoredHours;
}

/** The time that a booking has already: its slot, active or not (null: none). */
export interface OwnTime {
  kind: "held";
  resource_id: string;
  starts_at: Date;
  schedule: WantedSchedule;
  duration_minutes: number;
  slot_id: string | null;
}

/** Any resource of a schedule at a start. `slot_id`: the slot that was shown. */
export interface AnyoneTarget {
  kind: "anyone";
  schedule_id: string;
  starts_at: Date;
  slot_id?: string | undefined;
  length_minutes?: number | undefined;
}

/**
 * The schedule of a start; absent: any that has a slot then. `is_kept`: that of a booking that moves
 * (null: a time without a schedule) or of a visit's part, else the one that a request names.
 */
interface WantedSchedule {
  id: string | null;
  is_kept: boolean;
}

/** A length that is not required is taken only if the slot is offered in it. */
export interface WantedLength {
  minutes: number;
  is_required: boolean;
}

export interface NamedTime {
  resource_id?: string | undefined;
  schedule_id?: string | undefined;
  starts_at?: Date | undefined;
  duration_minutes?: number | undefined;
}

/** The target of a request. Throws validation_failed for what the contract refuses already. */
export function targetOf(
  request: NamedTime & { slot_id?: string | undefined; length_minutes?: number | undefined },
): SlotTarget {
  const { slot_id, resource_id, schedule_id, starts_at, duration_minutes, length_minutes } =
    request;
  if (isForAnyone(request)) {
    if (schedule_id === undefined || starts_at === undefined)
      throw invalidField("resource_id", anyoneOfWhat.error);
    return { kind: "anyone", schedule_id, starts_at, slot_id, length_minutes };
  }
  if (slot_id !== undefined) {
    const named = { resource_id, schedule_id, starts_at, duration_minutes };
    return { ...slotById(slot_id, length_minutes), named };
  }
  if (resource_id === undefined || starts_at === undefined)
    throw invalidField("slot_id", targetMissing.error);
  const schedule = schedule_id === undefined ? undefined : { id: schedule_id, is_kept: false };
  return duration_minutes === undefined
    ? { kind: "start", resource_id, starts_at, schedule, length: required(length_minutes) }
    : { kind: "custom", resource_id, starts_at, schedule, duration_minutes };
}

/** A slot, in a length that it must be offered in; without one in its own. */
export const slotById = (slot_id: string, length_minutes?: number): SlotById => ({
  kind: "slot",
  slot_id,
  length: required(length_minutes),
});

const required = (minutes: number | undefined): WantedLength | undefined =>
  minutes === undefined ? undefined : { minutes, is_required: true };

/** The length that the time must be offered in; undefined: the slot's own. */
export function requiredMinutes(target: SlotTarget): number | undefined {
  if (target.kind === "anyone") return target.length_minutes;
  if (target.kind !== "slot" && target.kind !== "start") return undefined;
  return target.length?.is_required ? target.length.minutes : undefined;
}

/** The fields that a target names; of a slot alone none. */
export function namedTime(target: SlotTarget): NamedTime {
  if (target.kind === "slot") return target.named ?? {};
  const { starts_at } = target;
  if (target.kind === "anyone") return { schedule_id: target.schedule_id, starts_at };
  const schedule_id = target.schedule?.id ?? undefined;
  return { resource_id: target.resource_id, schedule_id, starts_at };
}
