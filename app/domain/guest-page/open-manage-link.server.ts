import { AppError } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";
import type { BookingMoney } from "../accounting/booking-money.sql.server";
import { readMoney } from "../accounting/booking-money.sql.server";
import type { BookingRow } from "../bookings/read/booking-row";
import { type LoadedBooking, loadBooking } from "../bookings/read/load-booking.sql.server";
import { readManageToken } from "../bookings/links/manage-link.server";
import type { MailTenant } from "../email/mail-values";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import type { CustomerActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { addUse } from "./link-uses.sql.server";

export interface OpenedLink {
  actor: CustomerActor;
  booking: LoadedBooking;
  tenant: MailTenant;
  /** The database's clock (epoch ms), which changes are checked against. */
  now: number;
  /** The captured and refunded amounts, from its payment rows. */
  money: BookingMoney;
}

/** How long after a booking's end its link still works. */
const OPEN_DAYS = 30;

/** Whether a booking's link still works at `now` (epoch ms). */
export const isLinkOpen = ({ ends_at }: Pick<BookingRow, "ends_at">, now: number): boolean =>
  now <= ends_at.getTime() + OPEN_DAYS * 86_400_000;

/**
 * The booking of a guest's private link, with the guest as actor; null for a link that was not
 * signed here, has no booking, or whose booking ended more than 30 days ago.
 */
export async function openManageLink(
  token: string,
  requestId: string | null,
): Promise<OpenedLink | null> {
  const ids = readManageToken(token);
  if (ids === null) return null;
  const tenant = await findTenant(ids.tenant_id);
  if (tenant === null) return null;
  const booking = await loadOrNull(ids.tenant_id, ids.booking_id);
  if (booking === null) return null;
  const now = (await databaseNow(pool)).getTime();
  if (!isLinkOpen(booking.row, now)) return null;
  const actor: CustomerActor = {
    kind: "customer",
    tenant,
    request_id: requestId,
    booking_id: ids.booking_id,
  };
  const money = await readMoney(pool, tenant.id, ids.booking_id);
  return { actor, booking, tenant: await readMailTenant(pool, tenant.id), now, money };
}

async function loadOrNull(tenantId: string, id: string): Promise<LoadedBooking | null> {
  try {
    return await loadBooking(pool, tenantId, id, false);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

const CHANGES = 5;
const WINDOW_MINUTES = 10;

/**
 * Counts one change through a link, across all processes; five in ten minutes. Throws rate_limited
 * with Retry-After (seconds).
 */
export async function countLinkUse(actor: CustomerActor): Promise<void> {
  const { uses, wait } = await addUse(actor.tenant.id, actor.booking_id, WINDOW_MINUTES);
  if (uses > CHANGES)
    throw new AppError(
      "rate_limited",
      "Too many changes in a short time. Please wait and try again.",
      {
        headers: { "Retry-After": String(wait) },
        details: { wait_seconds: wait },
      },
    );
}
