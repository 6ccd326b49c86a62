import { writeAudit } from "../audit/write-audit.server";
import type { UserActor } from "../identity/actor";
import { transaction } from "~/lib/db.server";
import { requireConnection } from "./connections.server";
import { disconnectCalendars } from "./disconnect-calendars.server";

/**
 * Ends a connection; its calendars stop counting. Its owner may, and the company's owners and
 * admins. Throws not_found.
 */
export async function disconnect(
  actor: UserActor,
  id: string,
  { events }: { events: "keep" | "delete" },
): Promise<void> {
  const { provider, user_id } = await requireConnection(actor, id);
  await transaction((db) =>
    writeAudit(db, actor, {
      action: "calendar_connection.removed",
      entity: "calendar_connection",
      entity_id: id,
      diff: { provider, user_id, events },
    }),
  );
  await disconnectCalendars(actor.tenant.id, id, { events });
}
