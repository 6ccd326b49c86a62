import type { BookingLink, BookingLinkFilter, NewBookingLink } from "~/contract/booking-links";
import type { PageOf } from "~/contract/common";
import { MAX_BOOKING_LINKS } from "~/contract/limits";
import { invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { readTimeCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { isConstraint, pool, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import { resourceLimit, type StaffActor, type Tenant } from "../identity/actor";
import { getSchedule } from "../schedules/read-schedule.server";
import {
  countLinks,
  endLink,
  findLink,
  findLinks,
  insertLink,
  type LinkRow,
  linksOf,
} from "./booking-links.sql.server";
import { linkToken, linkUrl } from "./link-token.server";

const SORT = "created_at";

/**
 * The tenant's booking links, newest first; people limited to some resources see only those of
 * their schedules.
 */
export async function listBookingLinks(
  actor: StaffActor,
  filter: BookingLinkFilter,
): Promise<PageOf<BookingLink>> {
  const where = linksOf(actor.tenant.id, resourceLimit(actor), filter.schedule_id);
  const after = filter.cursor === undefined ? null : readTimeCursor(SORT, filter.cursor);
  const rows = await findLinks(actor.tenant.id, where, after, filter.limit + 1);
  const total = wantsTotal(filter) ? await countLinks(where) : undefined;
  const page = toPage(
    rows,
    filter.limit,
    (row) => writeCursor(SORT, [row.created_at.toISOString(), row.id]),
    total,
  );
  return { ...page, data: page.data.map((row) => toLink(actor.tenant, row)) };
}

function toLink(tenant: Tenant, { expires_at, created_at, ...row }: LinkRow): BookingLink {
  const token = linkToken(tenant.id, row.id);
  return {
    ...row,
    url: linkUrl(tenant.slug, token),
    token,
    expires_at: expires_at && toRfc3339(expires_at.getTime()),
    created_at: toRfc3339(created_at.getTime()),
  };
}

/** Throws not_found. */
export async function getBookingLink(actor: StaffActor, id: string): Promise<BookingLink> {
  return toLink(actor.tenant, await read(pool, actor, id));
}

async function read(db: Sql, actor: StaffActor, id: string): Promise<LinkRow> {
  const row = await findLink(db, actor.tenant.id, resourceLimit(actor), id);
  if (row === null) throw notFound("Booking link", id);
  return row;
}

/** Throws not_found (no such schedule), validation_failed (already expired; too many). */
export async function createBookingLink(
  actor: StaffActor,
  input: NewBookingLink,
): Promise<BookingLink> {
  const { expires_at, customer } = input;
  if (expires_at !== null && expires_at.getTime() <= clock.now())
    throw invalidField("expires_at", "That time has passed. Choose a later one.", "past");
  await getSchedule(actor, input.schedule_id);
  const isEmpty = customer !== null && Object.values(customer).every((value) => value === null);
  const id = newId();
  return transaction(async (db) => {
    const isMade = await insertLink(db, actor.tenant.id, id, {
      ...input,
      customer: isEmpty ? null : customer,
    }).catch((error: unknown) => {
      throw isConstraint(error, "booking_link_tenant_id_schedule_id_fkey")
        ? notFound("Schedule", input.schedule_id)
        : error; // deleted meanwhile
    });
    if (!isMade)
      throw invalidField(
        "schedule_id",
        `A company has at most ${MAX_BOOKING_LINKS.toLocaleString("en")} booking links. End some first.`,
        "too_many",
      );
    await writeAudit(db, actor, {
      action: "booking_link.created",
      entity: "booking_link",
      entity_id: id,
    });
    return toLink(actor.tenant, await read(db, actor, id));
  });
}

/** Ends a link: it accepts no more bookings; existing ones stay. Idempotent. Throws not_found. */
export async function endBookingLink(actor: StaffActor, id: string): Promise<void> {
  await transaction(async (db) => {
    await read(db, actor, id);
    if (!(await endLink(db, actor.tenant.id, id, clock.date()))) return;
    await writeAudit(db, actor, {
      action: "booking_link.ended",
      entity: "booking_link",
      entity_id: id,
    });
  });
}
