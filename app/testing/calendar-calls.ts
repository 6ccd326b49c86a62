import type { CalendarSecret } from "~/adapters/calendars/port";
import { sealSecret } from "~/domain/calendars/access.server";
import { applyBusy } from "~/domain/calendars/apply-busy.server";
import type { UserActor } from "~/domain/identity/actor";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";

// Database queries for tests of connected calendars.

interface CalendarOptions {
  url?: string;
  mode?: "hard" | "advise";
  checks?: boolean;
  keeps_titles?: boolean;
  time_zone?: string | null;
  minutes_before?: number;
  minutes_after?: number;
}

export interface MadeCalendar {
  id: string;
  connection_id: string;
  resource_id: string;
}

/** A calendar by its iCalendar URL, checked by a resource. */
export async function makeCalendar(
  actor: UserActor,
  resource_id: string,
  options: CalendarOptions = {},
): Promise<MadeCalendar> {
  const { url = `http://127.0.0.1:1/${newId()}.ics`, ...calendar } = options;
  const tenant_id = actor.tenant.id;
  const [id, connection_id] = [newId(), newId()];
  const secret: CalendarSecret = { kind: "address", url };
  await prisma.calendarConnection.create({
    data: {
      tenant_id,
      id: connection_id,
      user_id: actor.user_id,
      provider: "ical",
      account: url,
      secret: new Uint8Array(sealSecret(tenant_id, connection_id, secret)),
    },
  });
  await prisma.connectedCalendar.create({
    data: {
      tenant_id,
      id,
      connection_id,
      resource_id,
      external_id: url,
      name: "Anna",
      can_write: false,
      ...calendar,
    },
  });
  return { id, connection_id, resource_id };
}

/** Inserts a busy time as a read would; replaces one with the same id. */
export async function putBusy(
  actor: UserActor,
  calendar_id: string,
  from: Date,
  to: Date,
  external_id = newId(),
) {
  await pool.query(
    `insert into busy (tenant_id, calendar_id, external_id, starts_at, ends_at) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, calendar_id, external_id, instance) do update set starts_at = excluded.starts_at, ends_at = excluded.ends_at`,
    [actor.tenant.id, calendar_id, external_id, from, to],
  );
  return external_id;
}

export async function dropBusy(actor: UserActor, external_id: string): Promise<void> {
  await pool.query("delete from busy where tenant_id = $1 and external_id = $2", [
    actor.tenant.id,
    external_id,
  ]);
}

/** Adds a busy time and applies it. */
export async function makeBusy(
  actor: UserActor,
  calendar: MadeCalendar,
  from: Date,
  to: Date,
): Promise<string> {
  const id = await putBusy(actor, calendar.id, from, to);
  await applyBusy(actor.tenant.id, calendar.resource_id);
  return id;
}

export interface Span {
  starts_at: Date;
  ends_at: Date;
}

/** A resource's time off that comes from calendars, in order. */
export async function busyBlocks(resourceId: string): Promise<Span[]> {
  const found = await pool.query<Span>(
    "select starts_at, ends_at from block where resource_id = $1 and source = 'calendar' order by starts_at",
    [resourceId],
  );
  return found.rows;
}

/** The claims of calendars on a resource, in order; adjacent ones are merged. */
export async function busyClaims(resourceId: string): Promise<Span[]> {
  const found = await pool.query<Span>(
    `select lower(span) as starts_at, upper(span) as ends_at from (
       select unnest(range_agg(tstzrange(c.starts_at, c.ends_at))) as span from claim c join block b on b.id = c.block_id
       where c.resource_id = $1 and b.source = 'calendar') merged order by 1`,
    [resourceId],
  );
  return found.rows;
}
