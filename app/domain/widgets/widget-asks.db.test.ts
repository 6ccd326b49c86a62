import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { type SlotRow, slotsOf } from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { storedBooking, outcomeOf, widgetCalls } from "~/testing/widget-calls";

// Requirements of a configuration, enforced when booking.

let owner: UserActor;
let cookie: string;
let key: string;
let room: { id: string };
let schedule: { id: string };
let slots: SlotRow[];

beforeEach(async () => {
  owner = await makeTenant({ takes_payments: true });
  cookie = await signIn(owner);
  key = await makeKey(owner);
  room = await makeResource(owner);
  schedule = await makeSchedule(owner, [room.id]);
  slots = await slotsOf(schedule.id);
});

const { make, change, bind, read, bookSlot } = widgetCalls(() => ({ cookie, key, slots }));

test("payment is off, optional or required by the configuration", async () => {
  const paid = await makeSchedule(owner, [room.id], { price_amount: 1000, requires_payment: true });
  slots = (await slotsOf(paid.id)).slice(20);
  const { id } = await make({ payment: "required" });
  expect(await json(await bookSlot())).toMatchObject({
    booking: { pending_reason: "payment" },
    payment: { required: true },
  });
  expect(await outcomeOf(await bookSlot({ pay_later: true }))).toEqual(["pay_later"]);
  await change(id, { payment: "optional" });
  expect(await json(await bookSlot())).toMatchObject({ booking: { pending_reason: "payment" } });
  expect(await json(await bookSlot({ pay_later: true }))).toMatchObject({
    booking: { status: "confirmed", price_amount: 1000 },
    payment: null,
  });
  expect((await read()).schedules.map((one) => one.id)).toContain(paid.id);
  await change(id, { payment: "off" });
  expect((await read()).schedules.map((one) => one.id)).not.toContain(paid.id);
  expect(await outcomeOf(await bookSlot())).toBe("slot_unavailable");
});

test("paying later does not skip approval", async () => {
  const both = await makeSchedule(owner, [room.id], {
    price_amount: 1000,
    requires_payment: true,
    requires_approval: true,
  });
  slots = (await slotsOf(both.id)).slice(20);
  await make({ payment: "optional" });
  expect(await json(await bookSlot({ pay_later: true }))).toMatchObject({
    booking: { pending_reason: "approval" },
  });
});

test("without a payment account, services with required payment are not offered", async () => {
  const poor = await makeTenant({ takes_payments: false });
  [owner, cookie, key] = [poor, await signIn(poor), await makeKey(poor)];
  room = await makeResource(poor);
  const paid = await makeSchedule(poor, [room.id], { price_amount: 1000, requires_payment: true });
  slots = await slotsOf(paid.id);
  await make({ payment: "optional" });
  expect(await read()).toMatchObject({ resources: [], schedules: [], sandbox: false });
  expect(await outcomeOf(await bookSlot({ pay_later: true }))).toBe("slot_unavailable");
});

test("phone and notes follow the configured steps", async () => {
  const { id } = await make({ steps: { phone: "required", notes: "required" } });
  expect(await outcomeOf(await bookSlot())).toEqual(["customer.phone"]);
  const customer = { ...aCustomer(), phone: "+31612345678" };
  expect(await outcomeOf(await bookSlot({ customer }))).toEqual(["notes"]);
  expect(await outcomeOf(await bookSlot({ customer, notes: "At the window" }))).toBe(201);
  await change(id, { steps: { phone: "off", notes: "off" } });
  expect(await outcomeOf(await bookSlot())).toBe(201);
});

test("terms must be accepted, and the consent is stored with the booking", async () => {
  await make({ terms_url: "https://example.com/terms" });
  expect(await outcomeOf(await bookSlot())).toEqual(["terms_accepted"]);
  const { answers } = await storedBooking(await bookSlot({ terms_accepted: true }));
  expect(answers).toEqual([
    { question_id: "terms.accepted", value: true, label: "https://example.com/terms" },
  ]);
});

test("the configuration's questions come before the schedule's, without duplicate ids", async () => {
  const ask = (id: string, label: string, more = {}) => ({ id, label, type: "text", ...more });
  const service = await makeSchedule(owner, [room.id], {
    questions: [ask("size", "Size?", { required: true }), ask("diet", "Diet?")],
  });
  slots = (await slotsOf(service.id)).slice(20);
  await make({
    questions: [
      ask("size", "Your size?"),
      { ...ask("news", "Send me news.", { required: true }), type: "consent" },
    ],
  });
  const config = await read();
  expect(config.questions.map(({ id }) => id)).toEqual(["size", "news"]);
  expect(
    config.schedules.find(({ id }) => id === service.id)?.questions.map(({ id }) => id),
  ).toEqual(["diet"]);
  expect(await outcomeOf(await bookSlot())).toEqual(["answers.news"]);
  expect(
    await outcomeOf(await bookSlot({ answers: [{ question_id: "news", value: false }] })),
  ).toEqual(["answers.news"]);
  const answers = [
    { question_id: "diet", value: "None" },
    { question_id: "news", value: true },
    { question_id: "size", value: "XL" },
  ];
  expect((await storedBooking(await bookSlot({ answers })))["answers"]).toEqual([
    { question_id: "size", value: "XL", label: "Your size?" },
    { question_id: "news", value: true, label: "Send me news." },
    { question_id: "diet", value: "None", label: "Diet?" },
  ]);
});

test("verification follows the configuration in use", async () => {
  await make({ verification: "off" });
  const strict = await make({ verification: "email" });
  expect(await outcomeOf(await bookSlot())).toBe(201);
  expect(await outcomeOf(await bookSlot({ config_id: strict.id }))).toBe("verification_required");
  const start = (more: object) =>
    call("/api/widget/verify", {
      key,
      body: { channel: "email", destination: `${newId()}@example.test`, ...more },
    });
  const bySms = { channel: "sms", destination: "+31612345678" };
  expect(await outcomeOf(await start(bySms))).toEqual(["channel"]);
  expect((await start({ config_id: strict.id })).status).toBe(202);
  const customer = aCustomer();
  await pool.query(
    `insert into verification_token (tenant_id, token_hash, api_key_id, channel, destination, expires_at)
      select tenant_id, $2, id, 'email', $3, now() + interval '1 minute' from api_key where tenant_id = $1`,
    [owner.tenant.id, sha256(`proven ${customer.email}`), customer.email],
  );
  const proven = { config_id: strict.id, customer, verification_token: `proven ${customer.email}` };
  expect(await outcomeOf(await bookSlot(proven))).toBe(201);
});

test("an origin must be allowed by the key and the configuration", async () => {
  const { id } = await make({ allowed_origins: ["https://shop.example"] });
  const bound = await bind(id);
  const from = (origin: string) => ({ Origin: origin });
  for (const by of [key, bound]) {
    for (const path of ["/api/widget/config", "/api/widget/availability"]) {
      expect((await call(path, { key: by, headers: from("https://shop.example") })).status).toBe(
        200,
      );
      const refused = await call(path, { key: by, headers: from("https://evil.example") });
      expect([refused.status, refused.headers.get("Access-Control-Allow-Origin")]).toEqual([
        403,
        "https://evil.example",
      ]);
    }
    expect(await outcomeOf(await bookSlot({}, by, from("https://evil.example")))).toBe(
      "origin_not_allowed",
    );
    expect(await outcomeOf(await bookSlot({ return_url: "https://evil.example/" }, by))).toEqual([
      "return_url",
    ]);
    expect(await outcomeOf(await bookSlot({}, by, from("https://shop.example")))).toBe(201);
  }
  // Another configuration has a separate list; the default's does not apply.
  const second = await make({ allowed_origins: ["https://club.example"] });
  const other = { config_id: second.id };
  expect(await outcomeOf(await bookSlot(other, key, from("https://club.example")))).toBe(201);
  expect(await outcomeOf(await bookSlot(other, key, from("https://shop.example")))).toBe(
    "origin_not_allowed",
  );
});

test("a widget without a waiting list refuses entries", async () => {
  const full = slots[10]!;
  expect(await outcomeOf(await bookSlot({ slot_id: full.id }))).toBe(201);
  const { id } = await make({ steps: { waitlist: false } });
  const join = () =>
    call("/api/widget/waitlist", { key, body: { slot_id: full.id, customer: aCustomer() } });
  expect(await outcomeOf(await join())).toEqual(["slot_id"]);
  await change(id, { steps: { waitlist: true } });
  expect((await join()).status).toBe(201);
});

test("a single service's first month is included, as returned by the availability operation", async () => {
  const { id } = await make();
  const range = "from=2026-12-01&to=2026-12-31&tz=Europe/Paris";
  const include = `include=availability&${range}`;
  const availability = async (query: string) =>
    json(await call(`/api/widget/availability?${range}${query}`, { key }));
  const of = `&resource_id=${room.id}&schedule_id=${schedule.id}`;
  expect((await read(`?${include}`)).availability).toEqual(await availability(of));
  expect((await read(`?${range}`)).availability).toBeUndefined();

  const second = await makeResource(owner);
  await call(`/api/schedules/${schedule.id}`, {
    cookie,
    method: "PATCH",
    body: { resource_ids: [room.id, second.id] },
  });
  expect((await read(`?${include}`)).availability).toBeUndefined();
  expect((await read(`?${include}&resource_id=${second.id}`)).availability).toEqual(
    await availability(`&resource_id=${second.id}`),
  );
  expect((await read(`?${include}&resource_id=${newId()}`)).availability).toBeUndefined();
  await change(id, { steps: { choose_resource: false } });
  expect((await read(`?${include}`)).availability).toEqual(
    await availability(`&schedule_id=${schedule.id}`),
  );
  await makeSchedule(owner, [room.id]);
  expect((await read(`?${include}`)).availability).toBeUndefined();
  expect((await read(`?${include}&schedule_id=${schedule.id}`)).availability).toEqual(
    await availability(`&schedule_id=${schedule.id}`),
  );
  const tooLong = await call(
    `/api/widget/config?include=availability&from=2026-12-01&to=2027-12-01&schedule_id=${schedule.id}`,
    { key },
  );
  expect(tooLong.status).toBe(422);
  const config_only = String(
    (
      await json(
        await call("/api/api-keys", { cookie, body: { name: "Reads", scopes: ["config:read"] } }),
      )
    ).key,
  );
  expect(
    (await read(`?${include}&schedule_id=${schedule.id}`, config_only)).availability,
  ).toBeUndefined();
});

test("sensitive answers are visible to admins only, and not in events", async () => {
  const health = { id: "health", label: "Anything we should know?", type: "text", sensitive: true };
  await make({ questions: [health, { id: "size", label: "Your size?", type: "text" }] });
  const answers = [
    { question_id: "health", value: "Asthma" },
    { question_id: "size", value: "XL" },
  ];
  const booked = await bookSlot({ answers });
  const { booking } = (await json(booked)) as unknown as { booking: { id: string } };
  const path = `/api/bookings/${booking.id}`;
  const staff = await signIn(await makeUser(owner, "staff"));
  const seenBy = async (as: string, query = "") =>
    (await json(await call(path + query, { cookie: as })))["answers"];
  const size = { question_id: "size", value: "XL", label: "Your size?" };
  const secret = {
    question_id: "health",
    value: "Asthma",
    label: "Anything we should know?",
    sensitive: true,
  };
  expect(await seenBy(cookie)).toEqual([secret, size]);
  expect(await seenBy(staff)).toEqual([size]);
  const messageOf = async () => {
    const events = await pool.query<{ body: string }>(
      "select body from event where booking_id = $1",
      [booking.id],
    );
    const lists = await Promise.all(
      ["/api/bookings", `${path}?include=history`, `/api/events?booking_id=${booking.id}`].map(
        async (address) => (await call(address, { cookie: staff })).text(),
      ),
    );
    const audit = await pool.query("select diff from audit_row where tenant_id = $1", [
      owner.tenant.id,
    ]);
    const csv = await (await call("/api/bookings?format=csv", { cookie })).text();
    return JSON.stringify([events.rows, lists, audit.rows, csv]);
  };
  expect(await messageOf()).not.toContain("Asthma");

  // Staff who cannot see a sensitive answer do not change it, and answers they write keep their
  // label and sensitivity.
  const written = [
    { question_id: "size", value: "L" },
    { question_id: "health", value: "None" },
  ];
  const edited = await call(path, { cookie: staff, method: "PATCH", body: { answers: written } });
  expect((await json(edited))["answers"]).toEqual([{ ...size, value: "L" }]);
  expect(await seenBy(cookie)).toEqual([secret, { ...size, value: "L" }]);
  await call(path, { cookie, method: "PATCH", body: { answers: written } });
  expect(await seenBy(cookie)).toEqual([
    { ...size, value: "L" },
    { ...secret, value: "None" },
  ]);
  expect(await messageOf()).not.toContain("health");

  const { customer_id } = (await json(await call(path, { cookie }))) as unknown as {
    customer_id: string;
  };
  expect(await (await call(`/api/customers/${customer_id}/export`, { cookie })).text()).toContain(
    '"health"',
  );
});

test("a filled honeypot has a message for visitors, a missing scope one for developers", async () => {
  const trapped = await json(await bookSlot({ website: "https://spam.example" }));
  expect(trapped.error).toMatchObject({
    code: "validation_failed",
    issues: [{ path: "website", message: expect.stringContaining("Reload the page") as unknown }],
  });
  const reads = String(
    (
      await json(
        await call("/api/api-keys", { cookie, body: { name: "Reads", scopes: ["config:read"] } }),
      )
    ).key,
  );
  const refused = await json(await bookSlot({}, reads));
  expect(refused.error).toMatchObject({
    code: "insufficient_scope",
    details: { scope: "bookings:write" },
  });
  expect((refused.error as unknown as { message: string }).message).toContain(
    "lacks the scope bookings:write",
  );
});
