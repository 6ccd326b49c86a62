import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { sha256 } from "~/lib/crypto.server";
import { newId } from "~/lib/ids";
import { book, slotsOf } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { call, json } from "~/testing/request";

test("required verification also applies to the waiting list", async () => {
  const owner = await makeTenant();
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'Default', true, $3)",
    [owner.tenant.id, newId(), { verification: "email" }],
  );
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(schedule.id))[10]!;
  await book(owner, slot.id);
  const key = await makeKey(owner);
  const customer = aCustomer();
  const wait = (more: object = {}) =>
    call("/api/widget/waitlist", {
      key,
      headers: { "Idempotency-Key": newId() },
      body: { slot_id: slot.id, customer, ...more },
    });
  expect((await json(await wait())).error?.code).toBe("verification_required");
  expect((await json(await wait({ verification_token: "made up" }))).error?.code).toBe(
    "verification_failed",
  );
  await pool.query(
    `insert into verification_token (tenant_id, token_hash, api_key_id, channel, destination, expires_at)
      select tenant_id, $2, id, 'email', $3, now() + interval '1 minute' from api_key where tenant_id = $1`,
    [owner.tenant.id, sha256("proven"), customer.email],
  );
  expect((await wait({ verification_token: "proven" })).status).toBe(201);
});

test("a visitor's booking and waiting-list entry are audited by key, without the address", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slot = (await slotsOf(schedule.id))[10]!;
  const key = await makeKey(owner);
  for (const path of ["/api/widget/booking", "/api/widget/waitlist"]) {
    const body = { slot_id: slot.id, customer: aCustomer() };
    expect(
      (await call(path, { key, headers: { "Idempotency-Key": newId() }, body })).status,
      path,
    ).toBe(201);
  }
  const rows = await pool.query(
    "select action, actor ->> 'kind' as kind, diff, request_id is not null as has_request from audit_row where tenant_id = $1 and action = any($2) order by at",
    [owner.tenant.id, ["booking.created", "waitlist.added"]],
  );
  const by = { kind: "publishable_key", diff: {}, has_request: true };
  expect(rows.rows).toEqual([
    { action: "booking.created", ...by },
    { action: "waitlist.added", ...by },
  ]);
});
