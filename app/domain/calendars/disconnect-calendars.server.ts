import {
  CalendarError,
  type CalendarProvider,
  type CalendarProviderName,
  type CalendarSecret,
} from "~/adapters/calendars/port";
import { calendarProvider } from "~/adapters/registry.server";
import { enqueue } from "~/jobs/queue.server";
import { clock } from "~/lib/clock";
import { isDatabaseAway, pool, type Sql, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { readMailTenant } from "../email/read-mail-tenant.sql.server";
import { withAccess } from "./access.server";
import { applyBusy } from "./apply-busy.server";
import { stopChannel } from "./channels.server";
import { liveChannels } from "./channels.sql.server";
import {
  beginEnding,
  deleteConnection,
  deletePush,
  type Ending,
  endingOf,
  findEnding,
  forgetBusy,
  isBeingWritten,
} from "./disconnect.sql.server";
import { endingConnections, isConnectedElsewhere } from "./due-endings.sql.server";
import { leaveEvents } from "./left-events.sql.server";
import { removeEvent } from "./push.server";
import { nextAhead } from "./pushes.sql.server";

/** Accounts per sweep. */
const MOST = 200;
/** After this long without a response from the provider, the local data is deleted anyway. */
const GIVE_UP_MS = 24 * 60 * 60_000;

type FindProvider = (name: CalendarProviderName) => CalendarProvider | null;

/**
 * Disconnects an account: it closes no time and nothing is written to it any more, and a job cleans
 * up at the provider. `events`: whether the events of upcoming bookings are deleted there; past
 * ones stay. A no-op if it does not exist or is being disconnected.
 */
export async function disconnectCalendars(
  tenantId: string,
  connectionId: string,
  { events }: { events: "keep" | "delete" },
): Promise<void> {
  await transaction(async (db) => {
    await queueEndings(
      db,
      tenantId,
      await beginEnding(db, tenantId, { id: connectionId }, events === "delete"),
    );
  });
  await freeTimes(tenantId, connectionId);
}

/**
 * In the transaction that removes a member: disconnects their accounts and removes guests' bookings
 * from their calendars.
 */
export async function disconnectMember(db: Sql, tenantId: string, userId: string): Promise<void> {
  await queueEndings(db, tenantId, await beginEnding(db, tenantId, { user_id: userId }, true));
}

/** For a company that is being deleted. True when none of its accounts is connected any more. */
export async function disconnectCompany(
  tenantId: string,
  find: FindProvider = calendarProvider,
): Promise<boolean> {
  await transaction(async (db) => {
    await beginEnding(db, tenantId, "all", true);
  });
  let isDone = true;
  for (const id of await endingOf(tenantId))
    isDone = (await endConnection(tenantId, id, find)) && isDone;
  return isDone;
}

async function queueEndings(db: Sql, tenantId: string, ids: string[]): Promise<void> {
  for (const id of ids)
    await enqueue(
      "calendars.disconnect",
      { tenant_id: tenantId, connection_id: id },
      { db, singletonKey: id },
    );
}

/**
 * Resumes disconnections left by a crashed process or an unresponsive provider. Returns how many
 * accounts.
 */
export async function queueDueEndings(): Promise<number> {
  const due = await endingConnections(MOST);
  for (const one of due)
    await enqueue("calendars.disconnect", one, { singletonKey: one.connection_id });
  return due.length;
}

/**
 * The job: disconnects a connection from whatever step it has reached. Every step is idempotent and
 * local data is deleted last, so it may be interrupted anywhere. True when nothing is left.
 */
export async function endConnection(
  tenantId: string,
  id: string,
  find: FindProvider = calendarProvider,
): Promise<boolean> {
  const ending = await findEnding(tenantId, id);
  if (ending === null) return true;
  await freeTimes(tenantId, id);
  // An event in flight would stay there forever, so wait for its writer and retry.
  if (await isBeingWritten(tenantId, id)) return false;
  if (!(await endOutside(ending, find))) return false;
  faultPoint("disconnect.revoked");
  await transaction((db) => deleteConnection(db, tenantId, id));
  log.info({ tenant_id: tenantId, connection_id: id }, "an account's calendars are disconnected");
  return true;
}

async function freeTimes(tenantId: string, connectionId: string): Promise<void> {
  const resources = await transaction(async (db) => forgetBusy(db, tenantId, connectionId));
  for (const resource of resources) await applyBusy(tenantId, resource);
}

/**
 * Stops channels, deletes events and revokes the grant, in this order: the first two need the
 * grant. False: retry later.
 */
async function endOutside(ending: Ending, find: FindProvider): Promise<boolean> {
  const { tenant_id, id } = ending;
  for (const channel of await liveChannels(pool, tenant_id, { connection_id: id }))
    await stopChannel(tenant_id, channel, find);
  if (ending.deletes_events && !(await deleteAhead(ending, find))) return false;
  if (await isConnectedElsewhere(ending.provider, ending.account, id)) return true; // the provider has one grant for both
  const answer = await callOnce(ending, find, async (provider, secret) => {
    if (secret.kind === "oauth") await provider.oauth?.revoke(secret);
  });
  return answer !== "later";
}

/**
 * Events that cannot be deleted (the grant is gone) stay, and are reconciled if the calendar is
 * reconnected.
 */
async function deleteAhead(ending: Ending, find: FindProvider): Promise<boolean> {
  const company = await readMailTenant(pool, ending.tenant_id);
  for (;;) {
    const push = await nextAhead(ending.tenant_id, ending.id);
    if (push === null) return true;
    const answer = await callOnce(ending, find, (provider, secret) =>
      removeEvent(provider, secret, push, company),
    );
    if (answer === "later") return false;
    const { tenant_id, booking_id, calendar_id } = push;
    if (answer === "refused")
      await transaction((db) => leaveEvents(db, tenant_id, { booking_id, calendar_id }));
    await deletePush(tenant_id, booking_id, calendar_id);
  }
}

/** A refusal must not block the deletion of local data. */
async function callOnce(
  { tenant_id, id, begun_at }: Ending,
  find: FindProvider,
  work: (provider: CalendarProvider, secret: CalendarSecret) => Promise<void>,
): Promise<"done" | "refused" | "later"> {
  try {
    await withAccess(tenant_id, id, work, find);
    return "done";
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const isLater =
      error instanceof CalendarError &&
      (error.kind === "unavailable" || error.kind === "rate_limited");
    if (isLater && clock.now() - begun_at.getTime() < GIVE_UP_MS) return "later";
    log.warn({ err: error, connection_id: id }, "an account is disconnected without its provider");
    return "refused";
  }
}
