import sql from "sql-template-tag";
import type { Refund } from "~/contract/payments";
import { pool } from "~/lib/db.server";
import { formatMoney } from "~/lib/money";
import { webLink } from "~/lib/web-link";
import type { Reading } from "../bookings/read/booking-time";
import type { GuestMoney } from "./guest-money";

const STATES: Record<Refund["status"], GuestMoney["refunds"][number]["state"]> = {
  requested: "on_way",
  pending: "on_way",
  owed: "owed",
  succeeded: "done",
  failed: "failed",
  canceled: "failed",
};

/** How many payments and refunds of a booking are shown. */
const MOST = 50;

export async function readGuestMoney(
  tenantId: string,
  bookingId: string,
  { locale, time_zone }: Reading,
): Promise<GuestMoney> {
  const day = (at: Date) =>
    new Intl.DateTimeFormat(locale, { timeZone: time_zone, dateStyle: "long" }).format(at);
  const payments = await pool.query<{
    amount: number;
    currency: string;
    receipt_url: string | null;
    is_checked: boolean;
    at: Date;
  }>(
    sql`select amount, currency, receipt_url, attention is not distinct from 'amount_mismatch' as is_checked, coalesce(captured_at, created_at) as at from payment
        where tenant_id = ${tenantId} and booking_id = ${bookingId} and purpose <> 'card' and status in ('paid', 'partially_refunded', 'refunded')
        order by at, id limit ${MOST}`,
  );
  const refunds = await pool.query<{
    amount: number;
    currency: string;
    status: Refund["status"];
    at: Date;
  }>(
    sql`select amount, currency, status, coalesce(failed_at, completed_at, created_at) as at from refund
        where tenant_id = ${tenantId} and booking_id = ${bookingId} order by created_at, id limit ${MOST}`,
  );
  return {
    payments: payments.rows.map(({ amount, currency, receipt_url, is_checked, at }) => ({
      amount: formatMoney(amount, currency, locale),
      date: day(at),
      receipt_url: webLink(receipt_url),
      is_checked,
    })),
    refunds: refunds.rows.map(({ amount, currency, status, at }) => ({
      amount: formatMoney(amount, currency, locale),
      date: day(at),
      state: STATES[status],
    })),
  };
}
