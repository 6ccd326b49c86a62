import type { OverrideReason } from "~/domain/bookings/requested-slot";

/** What the server says of a proposed move. Instants in epoch ms. */
export type MoveAnswer =
  | { kind: "moved"; id: string; version: number; starts_ms: number; resource_id: string }
  | {
      kind: "refused";
      id: string;
      message: string;
      alternatives: MoveAlternative[];
      override: Override | null;
      /** The price to agree to, where the move changes it; minor units. */
      price: number | null;
    };

/** What an owner or admin may put aside to move a booking there all the same (`override`); written into the audit log. */
export type Override =
  | OverrideReason
  | "full"
  | "closed"
  | "daily_limit"
  | "weekly_limit"
  | "monthly_limit"
  | "customer_limit";

export interface MoveAlternative {
  slot_id: string;
  resource_id: string;
  starts_ms: number;
  ends_ms: number;
}
