import type { Booking } from "~/contract/bookings";
import { transaction } from "~/lib/db.server";
import { writeAudit } from "../audit/write-audit.server";
import { queueMails } from "../email/queue-mails.server";
import { resourceLimit, type StaffActor } from "../identity/actor";
import { lockGuestsToAsk, readTimeRequests } from "./time-requests.sql.server";

const startOf = (at: Date | string): string => new Date(at).toISOString();

/**
 * Emails the guests of these bookings and asks them to choose another time. One email per booking
 * and start: those who got it are left out. Returns how many are emailed.
 */
export async function askForTimes(actor: StaffActor, ids: readonly string[]): Promise<number> {
  const { id: tenantId, locale } = actor.tenant;
  return transaction(async (db) => {
    const guests = await lockGuestsToAsk(db, tenantId, ids, resourceLimit(actor));
    // After the lock, so that a concurrent press is seen.
    const requests = await readTimeRequests(tenantId, ids, db);
    const left = guests.filter(({ id, starts_at }) => !requests.get(id)?.has(startOf(starts_at)));
    await queueMails(
      db,
      tenantId,
      left.map((guest) => ({
        kind: "time_request",
        audience: "customer",
        recipient: guest.recipient,
        locale: guest.locale ?? locale,
        booking_id: guest.id,
        context: { starts_at: startOf(guest.starts_at) },
      })),
    );
    for (const { id } of left)
      await writeAudit(db, actor, {
        action: "booking.time_requested",
        entity: "booking",
        entity_id: id,
      });
    return left.length;
  });
}

/** Those of the bookings whose guest has been asked to choose another time. */
export async function findTimeRequests(
  actor: StaffActor,
  bookings: readonly Booking[],
): Promise<ReadonlySet<string>> {
  const ids = bookings.map(({ id }) => id);
  const requests = await readTimeRequests(actor.tenant.id, ids);
  return new Set(
    bookings
      .filter(({ id, starts_at }) => requests.get(id)?.has(startOf(starts_at)))
      .map(({ id }) => id),
  );
}
