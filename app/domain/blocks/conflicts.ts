import type { Block } from "~/contract/blocks";
import type { BookingStatus } from "~/contract/bookings";

export interface ConflictingBooking {
  id: string;
  reference: string;
  status: BookingStatus;
  starts_at: string;
  ends_at: string;
  party_size: number;
  customer_name: string;
}

export interface Conflicts {
  bookings: ConflictingBooking[];
  blocks: Pick<Block, "id" | "starts_at" | "ends_at" | "reason">[];
  /** Bookings and blocks in all. */
  total: number;
  /** When the last of the times that visitors hold there is let go, unless it is booked; null: none is held. */
  held_until: string | null;
}
