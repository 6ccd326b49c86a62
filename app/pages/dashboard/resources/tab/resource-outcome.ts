import type { OutsideBookings } from "~/contract/hours";
import { hasRole, type StaffActor } from "~/domain/identity/actor";
import { AppError } from "~/lib/app-error";

/** A booking that blocks a change, by guest or reference. */
export interface ConflictingBooking {
  id: string;
  name: string;
  starts_at: Date;
}

export interface BookingConflicts {
  kind: "in_the_way";
  message: string;
  bookings: ConflictingBooking[];
  total: number;
  /** How to proceed despite the conflict. */
  offers: "confirmed" | "archive" | null;
}

export type ResourceOutcome =
  | {
      kind: "done";
      text: string;
      is_deleted?: boolean;
      /** Where to continue instead of the resource's page. */
      to?: string;
      /** Fields of the form that takes it back. */
      undo?: Record<string, string>;
    }
  /** The feed URL, displayed once. */
  | { kind: "feed"; url: string }
  /** Bookings that new hours would exclude; nothing was saved. */
  | { kind: "preview"; outside: OutsideBookings }
  /** Saved concurrently: the current values and their version. */
  | { kind: "conflict"; now: { version: number } & object }
  | BookingConflicts;

/** Throws forbidden_role. */
export function checkMayChange(actor: StaffActor): void {
  if (!hasRole(actor, "admin"))
    throw new AppError("forbidden_role", "Only an owner or admin can change a resource.");
}
