import { join, resolve } from "node:path";
import { sealSecret } from "~/domain/calendars/access.server";
import { applyBusy } from "~/domain/calendars/apply-busy.server";
import { writeBusy } from "~/domain/calendars/busy-rows.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { addDays, isoWeekday, localDateOf, toRfc3339, wallTimeToInstant } from "~/lib/time";
import { GOOGLE_DEMO_SCOPES } from "~/sandbox/google/oauth";
import { GoogleState, MILA } from "~/sandbox/google/state";

const HOUR_MS = 3_600_000;
const DAYS = 42;
/** Weekdays of an appointment, and the hours tried for it. */
const WEEKDAYS = [2, 4];
const HOURS = ["13:00", "14:00", "11:00", "15:00", "16:00", "10:00"];
const TITLES = ["Dentist", "School run", "Physiotherapy", "Bank", "Parents’ evening"];

/**
 * With Google Calendar on the sandbox, connects the calendar of the demo company's first member,
 * who has appointments where they have no bookings. Done once: the sandbox remembers the account,
 * so one that is disconnected in the dashboard stays so. Runs before the sandbox starts, which
 * reads the file written here.
 */
export async function connectDemoCalendar(owner: UserActor): Promise<void> {
  if (env.CALENDARS.google?.api_base === undefined) return;
  const state = new GoogleState(join(resolve(env.DATA_DIR), "google-sandbox.json"));
  if (state.data.accounts[MILA] !== undefined) return;
  const tenant_id = owner.tenant.id;
  if ((await prisma.calendarConnection.count({ where: { tenant_id, account: MILA } })) > 0) return;
  const member = await prisma.user.findFirst({ where: { tenant_id, role: "staff" } });
  const resource_id = member?.resource_ids[0];
  if (member === null || resource_id === undefined) return;

  state.addCalendar(MILA, MILA);
  state.calendar(MILA).summary = member.name;
  const refresh_token = state.grant(MILA, GOOGLE_DEMO_SCOPES);
  const [id, connection_id] = [newId(), newId()];
  const now = clock.date();
  const secret = sealSecret(tenant_id, connection_id, {
    kind: "oauth",
    access_token: "",
    access_expires_at: new Date(0).toISOString(),
    refresh_token,
  });
  await prisma.calendarConnection.create({
    data: {
      tenant_id,
      id: connection_id,
      user_id: member.id,
      provider: "google",
      account: MILA,
      secret: new Uint8Array(secret),
      scopes: GOOGLE_DEMO_SCOPES,
      last_ok_at: now,
    },
  });
  await prisma.connectedCalendar.create({
    data: {
      tenant_id,
      id,
      connection_id,
      resource_id,
      external_id: MILA,
      name: member.name,
      can_write: true,
    },
  });
  // Stored as a read would, so that times don't close while the demo is already in use.
  const events = await addAppointments(state, owner, resource_id);
  await writeBusy(pool, { tenant_id, id }, events);
  await applyBusy(tenant_id, resource_id);
}

/** Adds appointments of an hour, two a week, in hours without bookings. */
async function addAppointments(state: GoogleState, owner: UserActor, resourceId: string) {
  const { id: tenant_id, time_zone } = owner.tenant;
  const claims = await pool.query<{ starts_at: Date; ends_at: Date }>(
    "select starts_at, ends_at from claim where tenant_id = $1 and resource_id = $2 and ends_at > now()",
    [tenant_id, resourceId],
  );
  const isFree = (from: number, to: number) =>
    !claims.rows.some(({ starts_at, ends_at }) => +starts_at < to && +ends_at > from);
  const today = localDateOf(clock.now(), time_zone);
  const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index + 1));
  const starts = days
    .filter((date) => WEEKDAYS.includes(isoWeekday(date)))
    .flatMap((date) => {
      const hours = HOURS.map((hour) => wallTimeToInstant(date, hour, time_zone));
      const free = hours.find((at) => isFree(at, at + HOUR_MS));
      return free === undefined ? [] : [free];
    });
  return starts.map((at, index) => {
    const time = (instant: number) => ({ dateTime: toRfc3339(instant), timeZone: time_zone });
    const [external_id = ""] = state.put(MILA, {
      summary: TITLES[index % TITLES.length]!,
      start: time(at),
      end: time(at + HOUR_MS),
    });
    const { etag = null } = state.calendar(MILA).events[external_id]!.event;
    const [starts_at, ends_at] = [new Date(at), new Date(at + HOUR_MS)];
    return { external_id, instance: "", starts_at, ends_at, etag, title: null };
  });
}
