import { AppError } from "~/lib/app-error";
import { databaseNow } from "~/lib/database-clock.sql.server";
import { pool } from "~/lib/db.server";
import {
  type ApprovalAction,
  type ApprovalLink,
  approvalUrl,
  readApprovalToken,
} from "../bookings/links/approval-link.server";
import { readHistory } from "../bookings/read/booking-history.sql.server";
import { type LoadedBooking, loadBooking } from "../bookings/read/load-booking.sql.server";
import { dueAfterApproval } from "../bookings/change/payment-after-approval.server";
import type { MailTenant } from "../email/mail-values";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { hasRole, mayUseResource, type UserActor } from "../identity/actor";
import { findTenant } from "../identity/find-tenant.sql.server";
import { findMember, type Member } from "../identity/members.sql.server";

export interface OpenedApproval {
  /** The member who was emailed, with their present permissions. */
  actor: UserActor;
  language: Member["language"];
  tenant: MailTenant;
  action: ApprovalAction;
  /** The page that asks for the other decision, for the same member and as long. */
  other_url: string;
  booking: LoadedBooking;
  state: ApprovalState;
}

type ApprovalState =
  | { is: "waiting"; asks_payment: boolean }
  /** Still pending, but changed since the email: moved, or edited. */
  | { is: "changed" }
  /** `by`: who decided; null if they were removed, or nobody did. */
  | { is: "approved" | "declined"; by: string | null }
  | { is: "cancelled_by_guest" | "cancelled" };

/**
 * The booking that a member was asked to approve by email. null for a link that was not signed
 * here, has expired, or whose member may not decide on this booking (any more). Read-only.
 */
export async function openApprovalLink(
  token: string,
  requestId: string | null,
): Promise<OpenedApproval | null> {
  const link = readApprovalToken(token);
  if (link === null || link.expires_at <= (await databaseNow(pool))) return null;
  const tenant = await findTenant(link.tenant_id);
  const member = tenant && (await findMember(tenant, link.user_id, requestId));
  const booking = await loadOrNull(link);
  if (!member || booking === null) return null;
  const { actor, language } = member;
  if (!hasRole(actor, "staff") || !mayUseResource(actor, booking.row.resource_id)) return null;
  const state = await readState(actor, link, booking);
  return {
    actor,
    language,
    tenant: await readMailTenant(pool, link.tenant_id),
    action: link.action,
    other_url: approvalUrl({
      ...link,
      action: link.action === "approve" ? "decline" : "approve",
    }),
    booking,
    state,
  };
}

async function loadOrNull({ tenant_id, booking_id }: ApprovalLink): Promise<LoadedBooking | null> {
  try {
    return await loadBooking(pool, tenant_id, booking_id, false);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function readState(
  actor: UserActor,
  link: ApprovalLink,
  { row }: LoadedBooking,
): Promise<ApprovalState> {
  if (row.status !== "pending" || row.pending_reason !== "approval") return readDecision(link);
  if (row.version !== link.version) return { is: "changed" };
  const due = await dueAfterApproval(pool, actor.tenant, row, row.created_at);
  return { is: "waiting", asks_payment: due !== null };
}

/** The first event in its history that ended its pending state. */
async function readDecision({ tenant_id, booking_id }: ApprovalLink): Promise<ApprovalState> {
  const history = await readHistory(tenant_id, booking_id);
  const decision = history.find(
    ({ kind, name }) => kind === "event" && ENDS_WAITING.includes(name),
  );
  if (decision === undefined) return { is: "changed" };
  const { name, actor } = decision;
  if (name !== "booking.cancelled") return { is: "approved", by: actor.name };
  if (actor.kind === "customer") return { is: "cancelled_by_guest" };
  return actor.kind === "system" ? { is: "cancelled" } : { is: "declined", by: actor.name };
}

const ENDS_WAITING = ["booking.approved", "booking.confirmed", "booking.paid", "booking.cancelled"];
