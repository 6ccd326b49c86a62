import { approvalUrl } from "../bookings/links/approval-link.server";
import { findMemberId } from "../identity/members.sql.server";
import type { ApprovalLinks } from "./default-templates";
import type { BookingSnapshot } from "./mail-values";
import type { MessageRow } from "./message-row";

/** A link is valid while the booking is held, but no longer than this. */
const LINK_DAYS = 7;

/**
 * The links for the member who gets an email about a booking at `at`; null if it is not waiting for
 * approval, or the member no longer works here.
 */
export async function approvalLinks(
  { tenant_id, recipient }: MessageRow,
  { booking }: BookingSnapshot,
  at: Date,
): Promise<ApprovalLinks | null> {
  if (booking.status !== "pending" || booking.pending_reason !== "approval") return null;
  const user_id = await findMemberId(tenant_id, recipient);
  if (user_id === null) return null;
  const latest = at.getTime() + LINK_DAYS * 86_400_000;
  const held = booking.expires_at === null ? latest : Date.parse(booking.expires_at);
  const expires_at = new Date(Math.min(latest, held));
  const link = { tenant_id, booking_id: booking.id, user_id, version: booking.version, expires_at };
  return {
    approve: approvalUrl({ ...link, action: "approve" }),
    decline: approvalUrl({ ...link, action: "decline" }),
  };
}
