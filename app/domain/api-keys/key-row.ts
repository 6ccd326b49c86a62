import type { ApiKey } from "~/contract/api-keys";
import type { Scope } from "~/contract/common";
import { toRfc3339 } from "~/lib/time";
import type { ApiKey as Row } from "../../../prisma/generated/client";
import type { StaffActor, SystemActor } from "../identity/actor";

const wire = (instant: Date | null) => instant && toRfc3339(instant.getTime());

/** A key's metadata as its owners see it: of its text only prefix and last4. */
export function toApiKey(row: Row): ApiKey {
  return {
    id: row.id,
    kind: row.kind as ApiKey["kind"], // api_key_kind_check
    mode: row.mode as ApiKey["mode"],
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes as Scope[],
    allowed_origins: row.allowed_origins,
    role: row.role as ApiKey["role"],
    is_base: row.is_base,
    widget_config_id: row.widget_config_id,
    expires_at: wire(row.expires_at),
    last_used_at: wire(row.last_used_at),
    created_at: toRfc3339(row.created_at.getTime()),
    created_by: row.created_by_user_id === null ? null : makerOf(row, row.created_by_user_id),
    revoked_at: wire(endOf(row)),
    previous_key_expires_at: wire(row.previous_key_expires_at),
  };
}

/**
 * When a key was revoked. A secret key ends with its creator's membership, even if an earlier
 * version left it active.
 */
const endOf = ({ kind, revoked_at, created_by_removed_at }: Row): Date | null =>
  revoked_at ?? (kind === "secret" ? created_by_removed_at : null);

const makerOf = (row: Row, id: string) => ({
  id,
  name: row.created_by_name,
  removed_at: wire(row.created_by_removed_at),
});

/**
 * The columns that record who knows a key's text from now on. A program that creates a key cannot
 * be removed like a member.
 */
export const madeBy = (actor: StaffActor | SystemActor) => ({
  created_by_user_id: actor.kind === "user" ? actor.user_id : null,
  created_by_name: actor.kind === "user" ? actor.name : null,
  created_by_removed_at: null,
});
