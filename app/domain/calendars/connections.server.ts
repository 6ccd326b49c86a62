import { calendarProvider } from "~/adapters/registry.server";
import type {
  AvailableCalendars,
  CalendarConnection,
  CalendarConnectionFilter,
} from "~/contract/calendar-connections";
import { MAX_AVAILABLE_CALENDARS } from "~/contract/limits";
import type { PageOf } from "~/contract/common";
import { t } from "~/i18n/text";
import { AppError, notFound } from "~/lib/app-error";
import { pageOfAll, wholeList } from "~/lib/cursor.server";
import { transaction } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { hasRole, type StaffActor, type UserActor } from "../identity/actor";
import { withAccess } from "./access.server";
import { callFor } from "./calendar-call";
import { askProvider } from "./calendar-refusal";
import { findConnectedIds } from "./calendars.sql.server";
import {
  findConnection,
  findConnections,
  makeDue,
  type ShownConnectionRow,
} from "./connections.sql.server";
import { queueRead } from "./queue-read.server";
import { problemOf } from "./problem-words";

/** The timeout for listing calendars at the provider. */
const LIST_MS = 20_000;

export const isOwn = (actor: StaffActor, { user_id }: { user_id: string }): boolean =>
  actor.kind === "user" && actor.user_id === user_id;

const instant = (at: Date | null): string | null => at && toRfc3339(at.getTime());

/** Others see the state but not the identity: the account may be private. */
function toConnection(actor: StaffActor, row: ShownConnectionRow): CalendarConnection {
  const { id, user_id, user_name, provider, account, state, problem, scopes } = row;
  const driver = calendarProvider(provider);
  return {
    id,
    user_id,
    user_name,
    provider,
    state,
    account: isOwn(actor, row) ? account : null,
    problem: problemOf(state, problem),
    can_write:
      driver !== null &&
      driver.writes &&
      (driver.oauth?.missingScopes(scopes, "write").length ?? 0) === 0,
    last_ok_at: instant(row.last_ok_at),
    broken_at: instant(row.broken_at),
    created_at: toRfc3339(row.created_at.getTime()),
  };
}

/** Someone's own connections; owners and admins see everybody's. */
export async function listConnections(
  actor: StaffActor,
  { user_id, ...page }: CalendarConnectionFilter,
): Promise<PageOf<CalendarConnection>> {
  const own = actor.kind === "user" ? actor.user_id : null;
  const seesAll = hasRole(actor, "admin");
  if (!seesAll && own === null) return pageOfAll([], page, "created_at", () => "");
  const rows = await findConnections(actor.tenant.id, seesAll ? (user_id ?? null) : own);
  const wanted = rows.filter((row) => user_id === undefined || row.user_id === user_id);
  return pageOfAll(
    wanted.map((row) => toConnection(actor, row)),
    page,
    "created_at",
    (row) => `${row.created_at} ${row.id}`,
  );
}

/** Throws not_found, also for one that is neither the caller's nor theirs to manage. */
export async function getConnection(actor: StaffActor, id: string): Promise<CalendarConnection> {
  return toConnection(actor, await requireConnection(actor, id));
}

export async function requireConnection(
  actor: StaffActor,
  id: string,
): Promise<ShownConnectionRow> {
  const row = await findConnection(actor.tenant.id, id);
  if (row === undefined || !(isOwn(actor, row) || hasRole(actor, "admin")))
    throw notFound("Calendar connection", id);
  return row;
}

/**
 * Like requireConnection, for actions reserved to the account's owner. Throws forbidden_role, rather
 * than not_found, for an admin who may see the connection.
 */
export async function requireOwnConnection(
  actor: UserActor,
  id: string,
): Promise<ShownConnectionRow> {
  const row = await requireConnection(actor, id);
  if (!isOwn(actor, row))
    throw new AppError("forbidden_role", t("Only the person whose account it is can do this."));
  return row;
}

/**
 * Queues reading a connection's calendars now. Throws not_found, not_connected (it must be
 * reconnected first).
 */
export async function readAgain(actor: UserActor, id: string): Promise<void> {
  const { state } = await requireConnection(actor, id);
  if (state === "reconnect_required" || state === "disconnecting")
    throw new AppError(
      "not_connected",
      t("We no longer have access to this account. Connect it again."),
    );
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    for (const calendar of await makeDue(db, tenantId, id)) await queueRead(db, tenantId, calendar);
  });
}

/**
 * The calendars of an account as listed by its provider, limited in number. Throws not_found,
 * forbidden_role, not_connected, provider_unavailable, rate_limited.
 */
export async function listAvailable(actor: UserActor, id: string): Promise<AvailableCalendars> {
  await requireOwnConnection(actor, id);
  const tenantId = actor.tenant.id;
  const [listed, connected] = await Promise.all([
    askProvider(() =>
      withAccess(tenantId, id, (provider, secret) =>
        provider.listCalendars(secret, callFor(tenantId, LIST_MS)),
      ),
    ),
    findConnectedIds(tenantId, id),
  ]);
  const shownCalendars = listed.slice(0, MAX_AVAILABLE_CALENDARS);
  const calendars = shownCalendars.map((calendar) => ({
    ...calendar,
    calendar_id: connected.get(calendar.external_id) ?? null,
  }));
  return {
    ...wholeList(calendars),
    left_out: listed.length - shownCalendars.length,
  };
}
