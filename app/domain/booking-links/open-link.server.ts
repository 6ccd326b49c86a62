import type { LinkCustomer, LinkState } from "~/contract/booking-links";
import { notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { linkUnavailable } from "../bookings/links/link-unavailable";
import type { KeyActor, VisitorLink } from "../identity/actor";
import { findLink } from "./booking-links.sql.server";
import { readLinkToken } from "./link-token.server";

/** A link as a visitor sees it. */
export interface OpenedLink extends VisitorLink {
  state: LinkState;
  customer: LinkCustomer | null;
}

/**
 * The link of a token, open or not. Throws not_found if it was not signed for this company, or its
 * schedule was deleted.
 */
export async function openLink(tenantId: string, token: string): Promise<OpenedLink> {
  const id = readLinkToken(tenantId, token);
  const row = id === null ? null : await findLink(pool, tenantId, null, id);
  if (row === null) throw notFound("Booking link");
  return { id: row.id, schedule_id: row.schedule_id, state: row.state, customer: row.customer };
}

/**
 * The caller with the link of their token, for a call that does not book. Throws not_found,
 * booking_link_unavailable.
 */
export async function withOpenLink(actor: KeyActor, token: string | undefined): Promise<KeyActor> {
  if (token === undefined) return actor;
  const link = await openLink(actor.tenant.id, token);
  if (link.state !== "active") throw linkUnavailable(link.state);
  return { ...actor, link };
}
