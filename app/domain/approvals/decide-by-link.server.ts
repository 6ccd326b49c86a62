import { StatusChange } from "~/contract/booking-inputs";
import { AppError } from "~/lib/app-error";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import type { OpenedApproval } from "./open-approval-link.server";

/**
 * Approves or declines on behalf of the member who was emailed, as the dashboard does; `reason` is
 * shown to the guest of a declined booking. Throws version_conflict if the link was used or the
 * booking has changed, and what changeBookingStatus throws.
 */
export async function decideByLink(
  { actor, action, booking: { row }, state }: OpenedApproval,
  reason: string | undefined,
): Promise<void> {
  if (state.is !== "waiting")
    throw new AppError("version_conflict", "This booking has changed since the email was sent.");
  const decision = action === "approve" ? { status: "confirmed" } : { status: "cancelled", reason };
  await changeBookingStatus(
    actor,
    row.id,
    StatusChange.parse({ ...decision, version: row.version }),
    null,
  );
}
