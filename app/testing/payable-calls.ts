import sql from "sql-template-tag";
import { WidgetConfigQuery } from "~/contract/widget";
import { NewWidgetBooking } from "~/contract/booking-inputs";
import { findBaseKeyCaller } from "~/domain/api-keys/base-key-actor.server";
import type { UserActor } from "~/domain/identity/actor";
import type { MessageRow } from "~/domain/email/message-row";
import { renderMessage } from "~/domain/email/render-message.server";
import { answerWidgetConfig } from "~/domain/widgets/answer-widget-config.server";
import { createWidgetBooking } from "~/domain/widgets/create-widget-booking.server";
import { AppError } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { slotsOf } from "./booking-calls";
import { aCustomer } from "./factory";

/**
 * A visitor's view of a service: whether it is offered, its number of slots, and why a booking is
 * refused (null: accepted).
 */
export async function seenByVisitors({ tenant }: UserActor, scheduleId: string) {
  const { actor } = (await findBaseKeyCaller(tenant.slug, null))!; // every company has a base key
  const query = WidgetConfigQuery.parse({ include: "availability", schedule_id: scheduleId });
  const { json } = await answerWidgetConfig(actor, query, null);
  const { schedules, availability } = JSON.parse(json!) as {
    schedules: { id: string }[];
    availability?: { days: { slots: unknown[] }[] };
  };
  const slots = await slotsOf(scheduleId);
  const slot_id = slots[Math.floor(slots.length / 2)]!.id; // inside the booking window
  const booked = await createWidgetBooking(
    actor,
    NewWidgetBooking.parse({ slot_id, customer: aCustomer() }),
    null,
  ).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
  return {
    offered: schedules.some(({ id }) => id === scheduleId),
    times: availability?.days.flatMap(({ slots }) => slots).length ?? 0,
    booked,
  };
}

/** Queued messages of a booking with a person's request, as rendered now. */
export async function findMessages({ tenant }: UserActor, bookingId: string) {
  const found = await pool.query<MessageRow>(
    sql`select * from message where tenant_id = ${tenant.id} and booking_id = ${bookingId} and event_id is null order by created_at`,
  );
  return Promise.all(
    found.rows.map(async (row) => {
      const rendered = await renderMessage(row);
      return {
        kind: row.kind,
        recipient: row.recipient,
        is_rendered: rendered !== null,
        html: rendered?.html ?? "",
      };
    }),
  );
}
