import type { Block } from "~/contract/blocks";
import type { BookingStatus } from "~/contract/bookings";

interface ConflictingBooking {
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
  /** The total of bookings and blocks. */
  total: number;
  /** When the last hold on the time lapses, unless it is booked; null: none. */
  held_until: string | null;
}
