import { isLive } from "~/contract/booking-status";
import { transaction } from "~/lib/db.server";
import { changeBooking } from "../bookings/change/apply-decision.server";
import { withLockedBooking } from "../bookings/change/with-locked-booking.server";
import type { SystemActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import type { Push } from "./pushes.sql.server";

/**
 * Stores the meeting link that a calendar created for a booking, or removes it (null) with the
 * event. Ignored if the booking has moved to another resource, whose calendar has its own meeting.
 * A cancelled booking keeps its link, which is not shown to anyone.
 */
export async function keepMeetingLink(push: Push, url: string | null): Promise<void> {
  const { tenant_id, booking_id, calendar_id } = push;
  if (url === push.meeting_url && (url === null || push.meeting_calendar_id === calendar_id))
    return;
  const tenant = await findTenant(tenant_id);
  if (tenant === null) return;
  const actor: SystemActor = { kind: "system", tenant, request_id: null };
  await transaction((db) =>
    withLockedBooking(db, actor, booking_id, { seats: false }, async (booking) => {
      const { row } = booking.loaded;
      const isOurs =
        url === null
          ? isLive(row.status) && row.meeting_calendar_id === calendar_id
          : row.resource_id === push.resource_id;
      if (!isOurs) return;
      const command = {
        type: "meet",
        url,
        calendar_id: url === null ? null : calendar_id,
      } as const;
      await changeBooking(db, actor, booking, command, { notify: false });
    }),
  );
}
