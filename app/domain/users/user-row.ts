import type { Role } from "~/contract/common";
import type { User } from "~/contract/users";
import { toRfc3339 } from "~/lib/time";

/** A user or an invitation, as selected by `people`. */
export interface UserRow {
  id: string;
  status: User["status"];
  /** null: an invitation, which has no account yet. */
  account_id: string | null;
  email: string;
  name: string | null;
  role: Role;
  resource_ids: string[];
  own_hours: boolean;
  last_seen_at: Date | null;
  invitation_expires_at: Date | null;
  live_keys: number;
  created_at: Date;
}

const wire = (instant: Date | null) => instant && toRfc3339(instant.getTime());

export function toUser(row: UserRow): User {
  const { account_id: _account, ...fields } = row;
  return {
    ...fields,
    last_seen_at: wire(row.last_seen_at),
    invitation_expires_at: wire(row.invitation_expires_at),
    created_at: toRfc3339(row.created_at.getTime()),
  };
}
