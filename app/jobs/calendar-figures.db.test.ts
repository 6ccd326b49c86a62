import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeTenant } from "~/testing/factory";
import { calendarFigures } from "./calendar-figures.sql.server";

const since = (from: number) =>
  expect.toSatisfy((seconds: number) => seconds >= from && seconds < from + 60);

test("reports the oldest read of blocking calendars, and accounts by state", async () => {
  const owner = await makeTenant();
  const room = (await makeResource(owner)).id;
  const none = { stale: 0, missing_scope: 0, rate_limited: 0, disconnecting: 0 };
  expect(await calendarFigures()).toEqual({
    lag_seconds: 0,
    connections: { ...none, ok: 0, reconnect_required: 0 },
  });
  const [read, dead, unchecked] = [
    await makeCalendar(owner, room),
    await makeCalendar(owner, room),
    await makeCalendar(owner, room, { checks: false }),
  ];
  const readAgo = (id: string, seconds: number) =>
    pool.query(
      "update connected_calendar set last_read_at = now() - make_interval(secs => $2) where id = $1",
      [id, seconds],
    );
  await readAgo(read.id, 120);
  await readAgo(dead.id, 9_000);
  await readAgo(unchecked.id, 9_000);
  await pool.query("update calendar_connection set state = 'reconnect_required' where id = $1", [
    dead.connection_id,
  ]);
  expect(await calendarFigures()).toEqual({
    lag_seconds: since(120),
    connections: { ...none, ok: 2, reconnect_required: 1 },
  });
});
