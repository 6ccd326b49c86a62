import type { Resource } from "~/contract/resources";

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
      gone?: boolean;
      /** Where to continue instead of the resource's page. */
      to?: string;
      /** Fields of the form that takes it back. */
      undo?: Record<string, string>;
    }
  /** The feed URL, displayed once. */
  | { kind: "feed"; url: string }
  | { kind: "conflict"; now: Resource }
  | BookingConflicts;
