import type { PageOf, PageQuery } from "~/contract/common";
import type { Hours, HoursPatch, NewHours, SavedHours } from "~/contract/hours";
import { MAX_HOURS } from "~/contract/limits";
import { AppError, invalidField, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { readCursor, toPage, wantsTotal, writeCursor } from "~/lib/cursor.server";
import { pool, prisma, type Sql, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { toRfc3339 } from "~/lib/time";
import { retryWhenStale } from "~/lib/retry-when-stale";
import { changedFields, writeAudit } from "../audit/write-audit.server";
import { toHours } from "../hours/hours-row";
import { hasRole, mayUseResource, resourceLimit, type StaffActor } from "../identity/actor";
import { applyOpenTime, planOpenTime } from "./change-open-time.server";
import { checkDates } from "./check-schedule.server";
import { hoursFieldsOf } from "./hours-fields";
import { concerned, copyHours } from "./open-time.sql.server";
import {
  deleteHours as removeHours,
  type HoursUserIds,
  insertHours,
  lockHours,
  overwriteHours,
  readUsers,
} from "./shared-hours.sql.server";

const SORT = "name";

/** The tenant's shared hours, by name. */
export async function listHours({ tenant }: StaffActor, query: PageQuery): Promise<PageOf<Hours>> {
  const where = { tenant_id: tenant.id };
  const rows = await prisma.hours.findMany({
    where: query.cursor === undefined ? where : { AND: [where, afterCursor(query.cursor)] },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: query.limit + 1,
  });
  const total = wantsTotal(query) ? await prisma.hours.count({ where }) : undefined;
  const page = toPage(rows, query.limit, ({ name, id }) => writeCursor(SORT, [name, id]), total);
  return { ...page, data: page.data.map(toHours) };
}

/** All of them, to choose from: a company has at most MAX_HOURS. */
export async function listAllHours({ tenant }: StaffActor): Promise<Hours[]> {
  const rows = await prisma.hours.findMany({
    where: { tenant_id: tenant.id },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  return rows.map(toHours);
}

function afterCursor(cursor: string) {
  const [name = "", id = ""] = readCursor(SORT, cursor, 2);
  return { OR: [{ name: { gt: name } }, { name, id: { gt: id } }] };
}

/** Throws not_found. */
export async function getHours({ tenant }: StaffActor, id: string): Promise<Hours> {
  const row = await prisma.hours.findUnique({
    where: { tenant_id_id: { tenant_id: tenant.id, id } },
  });
  if (row === null) throw notFound("Hours", id);
  return toHours(row);
}

/**
 * Throws forbidden_role (someone limited to some resources), validation_failed (dates in the wrong
 * order or twice, too many hours).
 */
export async function createHours(actor: StaffActor, input: NewHours): Promise<Hours> {
  if (resourceLimit(actor) !== null)
    throw new AppError("forbidden_role", "You can’t create hours.");
  const hours = newHours(actor, input);
  await transaction((db) => addHours(db, actor, hours));
  return hours;
}

/** New hours, not stored yet. Throws validation_failed (dates in the wrong order or twice). */
export function newHours({ tenant }: StaffActor, input: NewHours): Hours {
  const at = toRfc3339(clock.now());
  const complete = { ...input, time_zone: input.time_zone ?? tenant.time_zone };
  checkDates(complete);
  return { ...complete, id: newId(), version: 1, created_at: at, updated_at: at };
}

/** Stores them. Throws validation_failed (too many hours). */
export async function addHours(db: Sql, actor: StaffActor, hours: Hours): Promise<void> {
  if (!(await insertHours(db, actor.tenant.id, hours)))
    throw invalidField(
      "name",
      `A company has at most ${MAX_HOURS} hours. Delete some that nothing uses.`,
      "too_big",
    );
  await writeAudit(db, actor, { action: "hours.created", entity: "hours", entity_id: hours.id });
}

/**
 * Changes shared hours and everything that uses them. Nothing outside them can be booked from then
 * on; booked times stay. The answer lists the upcoming bookings outside; with `dry_run` nothing is
 * changed. `version`: the one the change is based on. Throws not_found, forbidden_role,
 * validation_failed, version_conflict.
 */
export async function updateHours(
  actor: StaffActor,
  id: string,
  { dry_run = false, version, ...patch }: HoursPatch,
): Promise<SavedHours> {
  const tenant_id = actor.tenant.id;
  return retryWhenStale(async () => {
    const before = await getHours(actor, id);
    await checkMayChange(actor, id);
    if (version !== undefined && version !== before.version)
      throw new AppError(
        "version_conflict",
        "Someone else has changed these hours. Compare, and save again.",
      );
    const after: Hours = { ...before, ...(patch as Partial<Hours>) };
    checkDates(after);
    const diff = changedFields(before, patch);
    const change = await planOpenTime(tenant_id, {
      which: concerned.byHours(tenant_id, id),
      schedule: (schedule) =>
        schedule.hours_id === id ? { ...schedule, ...hoursFieldsOf(after) } : schedule,
      limits: (limits) => ({
        ...limits,
        hours: new Map(
          [...limits.hours].map(([resource, hours]) => [resource, hours.id === id ? after : hours]),
        ),
      }),
    });
    const { outside_bookings } = change;
    if (dry_run || Object.keys(diff).length === 0) return { ...after, dry_run, outside_bookings };
    const sharing = change.seen
      .map(({ schedule }) => schedule)
      .filter(({ hours_id }) => hours_id === id);
    const written = await applyOpenTime(tenant_id, change, async (db) => {
      const done = await overwriteHours(db, tenant_id, before, after);
      if (done === null) return null;
      await copyHours(
        db,
        tenant_id,
        sharing.map((schedule) => schedule.id),
        after,
      );
      await writeAudit(db, actor, {
        action: "hours.updated",
        entity: "hours",
        entity_id: id,
        diff,
      });
      return done;
    });
    if (written === null) return null;
    const { version: saved, updated_at } = written;
    return {
      ...after,
      version: saved,
      updated_at: toRfc3339(updated_at.getTime()),
      dry_run,
      outside_bookings,
    };
  });
}

async function checkMayChange(actor: StaffActor, id: string): Promise<void> {
  if (!mayChangeHours(actor, await readUsers(pool, actor.tenant.id, id)))
    throw new AppError("forbidden_role", "You can’t change these hours.");
}

/**
 * Whether the actor may change hours with these users. People limited to some resources may change
 * hours used only by those, if the owner allows it.
 */
export function mayChangeHours(
  actor: StaffActor,
  { schedule_ids, resource_ids }: HoursUserIds,
): boolean {
  if (!hasRole(actor, "staff")) return false;
  if (resourceLimit(actor) === null) return true;
  const isTheirs = schedule_ids.length === 0 && resource_ids.length > 0;
  return (
    actor.kind === "user" &&
    actor.own_hours &&
    isTheirs &&
    resource_ids.every((id) => mayUseResource(actor, id))
  );
}

/** Deletes hours that nothing uses. Throws not_found, forbidden_role, in_use. */
export async function deleteHours(actor: StaffActor, id: string): Promise<void> {
  const tenant_id = actor.tenant.id;
  await transaction(async (db) => {
    if (!(await lockHours(db, tenant_id, id))) throw notFound("Hours", id);
    if (resourceLimit(actor) !== null)
      throw new AppError("forbidden_role", "You can’t delete hours.");
    await refuseWhileUsed(db, tenant_id, id);
    await removeHours(db, tenant_id, id);
    await writeAudit(db, actor, { action: "hours.deleted", entity: "hours", entity_id: id });
  });
}

async function refuseWhileUsed(db: Sql, tenantId: string, id: string): Promise<void> {
  const users = await readUsers(db, tenantId, id);
  if (users.schedule_ids.length + users.resource_ids.length > 0)
    throw new AppError("in_use", "Services or resources use these hours. Give them others first.", {
      details: { ...users },
    });
}
