import type { ListedCalendar } from "~/adapters/calendars/port";
import type {
  ConnectedCalendar,
  ConnectedCalendarPatch,
  NewConnectedCalendar,
} from "~/contract/calendars";
import { MAX_CALENDARS_OF_A_RESOURCE } from "~/contract/limits";
import { t } from "~/i18n/text";
import { AppError, invalidField, invalidFields, notFound } from "~/lib/app-error";
import { isConstraint, type Sql, transaction } from "~/lib/db.server";
import { changedFields } from "../audit/changed-fields";
import { writeAudit } from "../audit/write-audit.server";
import { hasRole, mayUseResource, type UserActor } from "../identity/actor";
import { withAccess } from "./access.server";
import { applyBusy, queueApply } from "./apply-busy.server";
import { forgetTitles } from "./busy-rows.sql.server";
import { callFor } from "./calendar-call";
import { askProvider } from "./calendar-refusal";
import { stopChannelsLater } from "./channels.server";
import { requireCalendar, toCalendar } from "./calendars.server";
import {
  type ConnectedRow,
  countCalendars,
  deleteCalendar,
  findCalendar,
  insertCalendar,
  isResource,
  lockResourceRow,
  updateCalendar,
} from "./calendars.sql.server";
import { afterCalendarChanged } from "./queue-pushes.server";
import { confirmShrunk, queueRead, readAnew } from "./queue-read.server";
import { getConnection, isOwn, requireOwnConnection } from "./connections.server";

/** The timeout for listing calendars at the provider. */
const LIST_MS = 20_000;

/**
 * Connects a calendar of someone's own account to a resource they work with. Its name and whether
 * it is writable come from the provider, not from the caller. Throws not_found (connection,
 * calendar, resource), forbidden_role, validation_failed (not writable; too many), already_exists
 * (it is connected, or another calendar is written to), not_connected, provider_unavailable,
 * rate_limited.
 */
export async function connectCalendar(
  actor: UserActor,
  input: NewConnectedCalendar,
): Promise<ConnectedCalendar> {
  if (
    !mayUseResource(actor, input.resource_id) ||
    !(await isResource(actor.tenant.id, input.resource_id))
  )
    throw notFound("Resource", input.resource_id);
  const { state } = await requireOwnConnection(actor, input.connection_id);
  if (state === "disconnecting")
    throw new AppError("in_use", t("This account is being disconnected. Try again in a minute."));
  const listed = await findListed(actor, input);
  if (input.writes) await checkWritable(actor, input.connection_id, listed.can_write);
  const connected = await saying(async (db) => {
    if (!(await lockResourceRow(db, actor.tenant.id, input.resource_id)))
      throw notFound("Resource", input.resource_id);
    await checkCount(db, actor, input.resource_id);
    const id = await insertCalendar(db, actor.tenant.id, input, listed);
    await queueRead(db, actor.tenant.id, id);
    const { resource_id, connection_id, checks, writes } = input;
    await writeAudit(db, actor, {
      action: "calendar.connected",
      entity: "connected_calendar",
      entity_id: id,
      diff: { resource_id, connection_id, checks, writes },
    });
    return toCalendar(actor, (await findCalendar(db, actor.tenant.id, id))!); // inserted above
  });
  if (connected.writes) await afterCalendarChanged(actor.tenant.id, connected.id);
  return connected;
}

/** Throws not_found: the account has no such calendar. */
async function findListed(actor: UserActor, input: NewConnectedCalendar): Promise<ListedCalendar> {
  const all = await askProvider(() =>
    withAccess(actor.tenant.id, input.connection_id, (provider, secret) =>
      provider.listCalendars(secret, callFor(actor.tenant.id, LIST_MS)),
    ),
  );
  const found = all.find(({ external_id }) => external_id === input.external_id);
  if (found === undefined) throw notFound("Calendar", input.external_id);
  return found;
}

/**
 * Bookings are only written to writable calendars whose owner granted that permission. Throws
 * validation_failed.
 */
async function checkWritable(
  actor: UserActor,
  connectionId: string,
  canWrite: boolean,
): Promise<void> {
  const { can_write: isAllowed } = await getConnection(actor, connectionId);
  if (!canWrite)
    throw invalidField(
      "writes",
      t("This calendar can only be read, so bookings can’t be written to it."),
      "read_only",
    );
  if (!isAllowed)
    throw invalidField(
      "writes",
      t(
        "The permission to write is missing. Connect the account again, and leave all boxes ticked.",
      ),
      "missing_scope",
    );
}

async function checkCount(db: Sql, actor: UserActor, resourceId: string): Promise<void> {
  if ((await countCalendars(db, actor.tenant.id, resourceId)) < MAX_CALENDARS_OF_A_RESOURCE) return;
  throw new AppError(
    "validation_failed",
    t("A resource can have at most {{count}} calendars. Remove one first.", {
      count: MAX_CALENDARS_OF_A_RESOURCE,
    }),
  );
}

/**
 * Changes how a calendar counts, its resource, or whether bookings are written to it. Only its
 * owner may, for resources they work with at present. Throws not_found, forbidden_role,
 * validation_failed, already_exists.
 */
export async function changeCalendar(
  actor: UserActor,
  id: string,
  patch: ConnectedCalendarPatch,
): Promise<ConnectedCalendar> {
  const seen = await requireOwnCalendar(actor, id);
  const change = { seen, patch, remove: false, index: 0 };
  const after = await changeEach(actor, [change], (error) => error);
  return toCalendar(actor, after.get(change)!); // changed, not removed
}

/**
 * Changes and removes several calendars of an account of the actor's, all or none of them; ones
 * without changes stay untouched. Errors name the field of their calendar: `calendars.2.writes`.
 */
export async function saveCalendars(
  actor: UserActor,
  connectionId: string,
  calendars: readonly (ConnectedCalendarPatch & { id: string; remove: boolean })[],
): Promise<void> {
  const changes: CalendarChange[] = [];
  for (const [index, { id, remove, ...patch }] of calendars.entries()) {
    const seen = await requireOwnCalendar(actor, id);
    if (seen.connection_id !== connectionId) throw notFound("Calendar", id);
    const isChanged = Object.keys(changedFields({ ...seen }, patch)).length > 0;
    if (remove || isChanged) changes.push({ seen, patch, remove, index });
  }
  await changeEach(actor, changes, atCalendar);
}

/** Assigns an error to the field of its calendar. */
function atCalendar(error: AppError, { index }: CalendarChange): AppError {
  const field = error.code === "already_exists" ? "writes" : "resource_id";
  const issues = error.extra.issues ?? [{ path: field, code: error.code, message: error.message }];
  return invalidFields(
    issues.map((issue) => ({ ...issue, path: `calendars.${index}.${issue.path}` })),
  );
}

interface CalendarChange {
  seen: ConnectedRow;
  patch: ConnectedCalendarPatch;
  remove: boolean;
  /** Its place in the form. */
  index: number;
}

/**
 * Makes all changes in one transaction; returns the calendars that are left. `toError` converts an
 * error of a change.
 */
async function changeEach(
  actor: UserActor,
  changes: readonly CalendarChange[],
  toError: (error: AppError, change: CalendarChange) => AppError,
): Promise<Map<CalendarChange, ConnectedRow>> {
  const tenantId = actor.tenant.id;
  const after = new Map<CalendarChange, ConnectedRow>();
  // Calendars that stop receiving bookings come first: another one may take their place.
  const ordered = [...changes].sort((one, other) => Number(isFreed(other)) - Number(isFreed(one)));
  const resources = new Set(
    changes.flatMap(({ seen: { resource_id }, patch }) => [
      resource_id,
      patch.resource_id ?? resource_id,
    ]),
  );
  let current: CalendarChange | null = null;
  try {
    for (current of ordered) await checkChange(actor, current);
    await saying(async (db) => {
      for (const resource of [...resources].sort()) await lockResourceRow(db, tenantId, resource);
      for (current of ordered)
        if (current.remove) await removeIn(db, actor, current.seen);
        else after.set(current, await changeIn(db, actor, current));
    });
  } catch (error) {
    throw error instanceof AppError && current !== null ? toError(error, current) : error;
  }
  for (const [{ seen, patch }, row] of after) {
    if (patch.confirm_shrunk) await confirmShrunk(tenantId, row.id);
    if (writesOtherwise(seen, row)) await afterCalendarChanged(tenantId, row.id);
  }
  for (const resource of resources) await applyBusy(tenantId, resource);
  return after;
}

const isFreed = ({ patch, remove }: CalendarChange): boolean => remove || patch.writes === false;

async function checkChange(
  actor: UserActor,
  { seen, patch, remove }: CalendarChange,
): Promise<void> {
  if (remove) return;
  const wanted = patch.resource_id ?? seen.resource_id;
  if (!mayUseResource(actor, wanted)) throw notFound("Resource", wanted);
  if (patch.writes && !seen.writes) await checkWritable(actor, seen.connection_id, seen.can_write);
}

async function changeIn(
  db: Sql,
  actor: UserActor,
  { seen: { id }, patch }: CalendarChange,
): Promise<ConnectedRow> {
  const tenantId = actor.tenant.id;
  const before = await findCalendar(db, tenantId, id);
  if (before === undefined) throw notFound("Calendar", id);
  const resourceId = patch.resource_id ?? before.resource_id;
  if (!(await lockResourceRow(db, tenantId, resourceId))) throw notFound("Resource", resourceId);
  if (resourceId !== before.resource_id) await checkCount(db, actor, resourceId);
  await updateCalendar(db, tenantId, id, patch);
  for (const resource of new Set([before.resource_id, resourceId]))
    await queueApply(db, tenantId, resource);
  if (readsAnother(before, patch)) await readAnew(db, tenantId, id);
  if (patch.keeps_titles === false) await forgetTitles(db, tenantId, id);
  await writeAudit(db, actor, {
    action: "calendar.changed",
    entity: "connected_calendar",
    entity_id: id,
    diff: { ...patch },
  });
  return (await findCalendar(db, tenantId, id))!; // found above, in this transaction
}

/** Whether the set or the content of bookings written to it changes. */
const writesOtherwise = (before: ConnectedRow, after: ConnectedRow): boolean =>
  before.writes !== after.writes ||
  (after.writes &&
    (before.resource_id !== after.resource_id || before.writes_guest !== after.writes_guest));

/** Whether the calendar has to be read again with other settings. */
const readsAnother = (
  before: ConnectedRow,
  { checks, tentative_is_busy, keeps_titles }: ConnectedCalendarPatch,
): boolean =>
  (checks === true && !before.checks) ||
  (tentative_is_busy !== undefined && tentative_is_busy !== before.tentative_is_busy) ||
  (keeps_titles !== undefined && keeps_titles !== before.keeps_titles);

/**
 * One of the actor's own calendars. Throws not_found; forbidden_role for another person's that they
 * may see.
 */
async function requireOwnCalendar(actor: UserActor, id: string): Promise<ConnectedRow> {
  const row = await requireCalendar(actor, id);
  if (!isOwn(actor, row))
    throw new AppError("forbidden_role", t("Only the person whose calendar it is can do this."));
  return row;
}

/**
 * Disconnects a calendar: its owner may, and the company's owners and admins. Events written to it
 * stay there. Throws not_found, forbidden_role.
 */
export async function removeCalendar(actor: UserActor, id: string): Promise<void> {
  const tenantId = actor.tenant.id;
  const row = await requireCalendar(actor, id);
  if (!isOwn(actor, row) && !hasRole(actor, "admin"))
    throw new AppError("forbidden_role", t("Only the person whose calendar it is can do this."));
  await transaction((db) => removeIn(db, actor, row));
  await applyBusy(tenantId, row.resource_id);
}

async function removeIn(db: Sql, actor: UserActor, row: ConnectedRow): Promise<void> {
  const tenantId = actor.tenant.id;
  const { id, resource_id, connection_id, user_id } = row;
  await stopChannelsLater(db, tenantId, { calendar_id: id });
  await deleteCalendar(db, tenantId, id);
  await queueApply(db, tenantId, resource_id);
  const entry = { action: "calendar.removed", entity: "connected_calendar", entity_id: id };
  await writeAudit(db, actor, { ...entry, diff: { resource_id, connection_id, user_id } });
}

/** Converts constraint violations into our errors. */
async function saying<T>(work: (db: Sql) => Promise<T>): Promise<T> {
  try {
    return await transaction(work);
  } catch (error) {
    if (isConstraint(error, "connected_calendar_external_key"))
      throw new AppError("already_exists", t("This calendar is connected already."));
    if (isConstraint(error, "connected_calendar_writes_key"))
      throw new AppError(
        "already_exists",
        t("Bookings of this resource are written to another calendar. Turn that off first."),
      );
    throw error;
  }
}
