import { beforeEach, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeKey, makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { newId } from "~/lib/ids";
import { call } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { updatePreferences } from "../email/preferences.server";
import { checklistItems } from "./checklist";
import { declineItem, hideChecklist, readChecklist } from "./checklist.sql.server";
import { makeTestBooking } from "./test-booking.server";

let owner: UserActor;

beforeEach(async () => {
  owner = await makeTenant();
});

async function connectCalendar(): Promise<void> {
  const { tenant, user_id } = owner;
  const [id, resource] = [newId(), await makeResource(owner)];
  await pool.query(
    "insert into calendar_connection (tenant_id, id, user_id, provider, account, secret) values ($1, $2, $3, 'ical', 'a', '')",
    [tenant.id, id, user_id],
  );
  await pool.query(
    `insert into connected_calendar (tenant_id, id, connection_id, resource_id, external_id, name, can_write)
     values ($1, $2, $3, $4, 'a', 'A', false)`,
    [tenant.id, newId(), id, resource.id],
  );
}

const done = async () =>
  (await readChecklist(owner))?.filter(({ is_done }) => is_done).map(({ item }) => item);

test("items are derived from existing data", async () => {
  expect(await done()).toEqual([]);
  expect((await readChecklist(owner))?.map(({ item }) => item)).toEqual(checklistItems);
  await makeSchedule(owner, [(await makeResource(owner)).id]);
  expect(await done()).toEqual(["hours"]);
  await makeTestBooking(owner);
  expect(await done()).toEqual(["hours", "test_booking"]);
  const key = await makeKey(owner);
  expect(await done()).not.toContain("widget");
  await call("/api/widget/config", { key });
  expect(await done()).toEqual(["hours", "test_booking", "widget"]);
  await pool.query("update tenant set takes_payments = true where id = $1", [owner.tenant.id]);
  await makeUser(owner, "staff");
  expect(await done()).toEqual(["hours", "test_booking", "widget", "payments", "team"]);
  await connectCalendar();
  expect(await done()).toEqual([
    "hours",
    "test_booking",
    "calendars",
    "widget",
    "payments",
    "team",
  ]);
  await updatePreferences(owner, { booking_created: { owner: false } });
  expect(await readChecklist(owner)).toBeNull();
});

test("a skipped item is omitted, but counts as done if its data exists", async () => {
  for (const item of ["team", "team", "payments"] as const) await declineItem(owner, item);
  const declined = (await readChecklist(owner))!.filter(({ is_not_needed }) => is_not_needed);
  expect(declined.map(({ item }) => item)).toEqual(["payments", "team"]);
  const stored = await pool.query(
    "select onboarding -> 'not_needed' as list from tenant where id = $1",
    [owner.tenant.id],
  );
  expect(stored.rows[0].list).toEqual(["team", "payments"]);
  await makeUser(owner, "staff");
  expect((await readChecklist(owner))!.find(({ item }) => item === "team")).toMatchObject({
    is_done: true,
    is_not_needed: false,
  });
});

test("it is shown to those who can do it, until hidden", async () => {
  expect(await readChecklist(await makeUser(owner, "staff"))).toBeNull();
  const admin = await makeUser(owner, "admin");
  expect(await readChecklist(admin)).not.toBeNull();
  await hideChecklist(admin);
  expect(await readChecklist(owner)).toBeNull();
  expect(await readChecklist(await makeTenant())).not.toBeNull();
});
