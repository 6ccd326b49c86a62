import type { OverrideReason } from "~/domain/bookings/place/requested-slot";

/** Server response to a proposed move. Instants in epoch ms. */
export type MoveAnswer =
  | { kind: "moved"; id: string; version: number; starts_ms: number; resource_id: string }
  | {
      kind: "refused";
      id: string;
      message: string;
      alternatives: MoveAlternative[];
      override: Override | null;
      /** New price to agree to, in minor units. */
      price: number | null;
    };

/** Rules an owner or admin may override for a move; recorded in the audit log. */
export type Override =
  | OverrideReason
  | "full"
  | "need_taken"
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
