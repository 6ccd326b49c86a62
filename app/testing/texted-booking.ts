import { randomInt } from "node:crypto";
import { NewBooking } from "~/contract/booking-inputs";
import type { NewSchedule } from "~/contract/schedules";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { queueTextReminders } from "~/domain/email/text-reminders.server";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "./factory";

export const HOUR = 3_600_000;

/** Two hours before, at any hour of the day. */
export const TEXTS = {
  text_reminders: true,
  reminders_minutes_before: [120],
  text_quiet_from: "00:00",
  text_quiet_until: "00:00",
};

export const aPhone = () => `+316${randomInt(10_000_000, 99_999_999)}`;

interface Made {
  policy?: Record<string, unknown>;
  schedule?: Partial<NewSchedule>;
  phone?: string;
  locale?: string;
  time_zone?: string;
  /** Local start, as Postgres reads it; the first slots' otherwise. */
  at?: string;
}

/** A booking whose guest has agreed to texts, made long before its start. */
export async function aTextedBooking(made: Made = {}) {
  const { policy = {}, schedule = {}, phone = aPhone(), locale = "en", time_zone } = made;
  const owner = await makeTenant({
    policy: { ...TEXTS, ...policy },
    ...(time_zone !== undefined && { time_zone }),
  });
  const room = await makeResource(owner);
  const service = await makeSchedule(owner, [room.id], { name: "Haircut", ...schedule });
  const slots = await pool.query<{ id: string; starts_at: Date }>(
    "select id, starts_at from slot where tenant_id = $1 and schedule_id = $2 order by starts_at offset 40",
    [owner.tenant.id, service.id],
  );
  const booking = await createBooking(
    owner,
    NewBooking.parse({
      slot_id: slots.rows[0]!.id,
      customer: { ...aCustomer(), phone, locale },
      text_reminders: true,
    }),
    null,
  );
  if (made.at !== undefined)
    await pool.query(
      `update booking set starts_at = $3::timestamp at time zone $4, ends_at = $3::timestamp at time zone $4 + interval '1 hour',
        created_at = $3::timestamp at time zone $4 - interval '10 days' where tenant_id = $1 and id = $2`,
      [owner.tenant.id, booking.id, made.at, service.time_zone],
    );
  const found = await pool.query<{ starts_at: Date }>(
    "select starts_at from booking where tenant_id = $1 and id = $2",
    [owner.tenant.id, booking.id],
  );
  return {
    owner,
    service,
    booking,
    phone,
    starts: found.rows[0]!.starts_at.getTime(),
    slots: slots.rows,
  };
}

export async function sweepTexts(at: number): Promise<void> {
  while ((await queueTextReminders(new Date(at))) > 0);
}

export interface StoredText {
  id: string;
  status: string;
  channel: string;
  recipient: string;
  error_code: string | null;
  text: string | null;
  parts: number | null;
  attempts: number;
}

/** The texts of a company's message log, oldest first. */
export async function textsOf(tenantId: string): Promise<StoredText[]> {
  const found = await pool.query<StoredText>(
    `select id, status, channel, recipient, error_code, text, parts, attempts from message
      where tenant_id = $1 and kind = 'booking_reminder' and channel <> 'email' order by created_at, id`,
    [tenantId],
  );
  return found.rows;
}
