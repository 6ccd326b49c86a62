/** What the server says of a proposed move. Instants in epoch ms. */
export type MoveAnswer =
  | { kind: "moved"; id: string; version: number; starts_ms: number; resource_id: string }
  | { kind: "refused"; id: string; message: string; alternatives: MoveAlternative[] };

export interface MoveAlternative {
  slot_id: string;
  resource_id: string;
  starts_ms: number;
  ends_ms: number;
}
