import { beforeEach, expect, test, vi } from "vitest";
import { Scope } from "~/contract/common";
import type { WidgetConfig } from "~/contract/widget";
import type { UserActor } from "~/domain/identity/actor";
import { sha256 } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { type SlotRow, slotsOf } from "~/testing/booking-calls";
import { aCustomer, makeKey, makeResource, makeSchedule, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";

// Each field of a configuration: seen in what the widget reads, and held to at the booking.

let owner: UserActor;
let cookie: string;
let key: string;
let room: { id: string };
let schedule: { id: string };
let slots: SlotRow[];
let next = 0;

beforeEach(async () => {
  owner = await makeTenant({ takes_payments: true });
  cookie = await signIn(owner);
  key = await makeKey(owner);
  room = await makeResource(owner);
  schedule = await makeSchedule(owner, [room.id]);
  slots = await slotsOf(schedule.id);
  next = 5;
});

const make = async (more: Record<string, unknown> = {}) => {
  const made = await call("/api/widget-configs", { cookie, body: { name: "Widget", ...more } });
  expect(made.status).toBe(201);
  return (await json(made)) as { id: string };
};
const change = async (id: string, patch: Record<string, unknown>) => {
  const changed = await call(`/api/widget-configs/${id}`, { cookie, method: "PATCH", body: patch });
  expect(changed.status).toBe(200);
};
const bind = async (widget_config_id: string) =>
  String(
    (
      await json(
        await call("/api/api-keys", { cookie, body: { name: "Bound", scopes: Scope.options, widget_config_id } }),
      )
    ).key,
  );
const read = async (query = "", by = key) =>
  (await json(await call(`/api/widget/config${query}`, { key: by }))) as unknown as WidgetConfig;
const bookSlot = (more: Record<string, unknown> = {}, by = key, headers: Record<string, string> = {}) =>
  call("/api/widget/booking", {
    key: by,
    headers,
    body: { slot_id: slots[next++]!.id, customer: aCustomer(), ...more },
  });
/** The status of a booking call, or the paths of what is refused. */
const said = async (response: Response) => {
  const { error } = await json(response);
  return error === undefined ? response.status : (error.issues?.map(({ path }) => path) ?? error.code);
};
const kept = async (response: Response) => {
  const { booking } = (await json(response)) as unknown as { booking: { id: string } };
  const found = await pool.query<Record<string, unknown>>("select * from booking where id = $1", [booking.id]);
  return found.rows[0]!;
};

test("without a configuration a widget has plain defaults, and one that was stored early reads as a whole one", async () => {
  const plain = await read();
  expect(plain).toMatchObject({
    config: { id: null },
    ...{ verification: "off", payment: "required", locale: null, texts: {}, questions: [], terms_url: null },
    branding: { accent: null, theme: "auto", density: "comfortable", radius: 8, show_logo: true },
    steps: { phone: "optional", notes: "optional", choose_resource: true, waitlist: true },
  });
  const id = newId();
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'Default', true, $3)",
    [owner.tenant.id, id, { verification: "email" }],
  );
  expect(await read()).toEqual({ ...plain, config: { id }, verification: "email" });
});

test("what a configuration shows is in the widget's answer as soon as it is saved", async () => {
  const { id } = await make();
  const shown = {
    branding: { accent: "#2563eb", theme: "dark", density: "compact", radius: 0, show_logo: false },
    locale: "nl",
    texts: { nl: { title: "Boek een tafel", submit: "Boeken" } },
    policy_text: "Tell us in time.",
    terms_url: "https://example.com/terms",
    success_url: "https://example.com/thanks",
    questions: [{ id: "size", label: "Your size?", type: "select", required: true, sensitive: false, options: ["S"] }],
    verification: "either",
    payment: "optional",
    steps: { phone: "required", notes: "off", choose_resource: false, waitlist: false },
  };
  await change(id, shown);
  expect(await read()).toMatchObject({ config: { id }, ...shown });
  expect(JSON.stringify(await read())).not.toContain('"name":"Widget"');
});

test("an answer that has not changed is 304, a change has another tag, and browsers ask again within a minute", async () => {
  const { id } = await make();
  const first = await call("/api/widget/config", { key });
  const etag = first.headers.get("ETag")!;
  expect(first.headers.get("Cache-Control")).toBe("private, max-age=30");
  const again = () => call("/api/widget/config", { key, headers: { "If-None-Match": etag } });
  const same = await again();
  expect([same.status, await same.text()]).toEqual([304, ""]);
  await change(id, { texts: { en: { title: "Book" } } });
  expect((await again()).status).toBe(200);
  const times = await call("/api/widget/config?include=availability", { key });
  expect(times.headers.get("Cache-Control")).toBe("private, max-age=5");
});

test("the visitor's first view is one trip for the key and one for everything that it shows", async () => {
  await make();
  for (let count = 0; count < 3; count++) await makeSchedule(owner, [room.id, (await makeResource(owner)).id]);
  await read(); // the key's note of its last use
  const asked = vi.spyOn(pool, "query");
  await read();
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

test("a key that is bound takes its configuration alone; another one is not there for it", async () => {
  const standard = await make({ texts: { en: { title: "Standard" } } });
  const special = await make({ texts: { en: { title: "Special" } } });
  const foreign = (await makeTenant()) as UserActor;
  const theirs = await json(
    await call("/api/widget-configs", { cookie: await signIn(foreign), body: { name: "Theirs" } }),
  );
  const bound = await bind(special.id);
  expect((await read()).config.id).toBe(standard.id);
  expect((await read(`?config_id=${special.id}`)).config.id).toBe(special.id);
  expect((await read("", bound)).config.id).toBe(special.id);
  expect((await read(`?config_id=${special.id}`, bound)).config.id).toBe(special.id);
  for (const [id, by] of [
    [standard.id, bound],
    [newId(), bound],
    [newId(), key],
    [String(theirs.id), key],
  ] as const) {
    expect((await call(`/api/widget/config?config_id=${id}`, { key: by })).status).toBe(404);
    expect((await call(`/api/widget/availability?config_id=${id}`, { key: by })).status).toBe(404);
    expect(await said(await bookSlot({ config_id: id }, by))).toBe("not_found");
    expect(
      await said(
        await call("/api/widget/waitlist", {
          key: by,
          body: { slot_id: slots[0]!.id, config_id: id, customer: aCustomer() },
        }),
      ),
    ).toBe("not_found");
    const code = { channel: "email", destination: "anna@example.test", config_id: id };
    expect(await said(await call("/api/widget/verify", { key: by, body: code }))).toBe("not_found");
  }
  expect((await kept(await bookSlot()))["widget_config_id"]).toBe(standard.id);
  expect((await kept(await bookSlot({ config_id: special.id })))["widget_config_id"]).toBe(special.id);
  expect((await kept(await bookSlot({}, bound)))["widget_config_id"]).toBe(special.id);
});

test("what a configuration does not offer is not shown, has no times and cannot be booked or waited for", async () => {
  const other = await makeResource(owner);
  const both = await makeSchedule(owner, [room.id, other.id], {
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "21:00" }],
  });
  const evening = (await slotsOf(both.id, other.id))[4]!;
  const { id } = await make({ resource_ids: [room.id] });
  const shown = await read();
  expect(shown.resources.map((one) => one.id)).toEqual([room.id]);
  expect(shown.schedules.map((one) => [one.id, one.resource_ids])).toEqual([
    [schedule.id, [room.id]],
    [both.id, [room.id]],
  ]);
  const times = async () => {
    const answer = (await json(await call("/api/widget/availability", { key }))) as unknown as NonNullable<
      WidgetConfig["availability"]
    >;
    return answer.days.flatMap((day) => day.slots);
  };
  expect(new Set((await times()).map((slot) => slot.resource_id))).toEqual(new Set([room.id]));
  const refused = await json(await bookSlot({ slot_id: evening.id }));
  expect(refused.error).toMatchObject({ code: "slot_unavailable", details: { reason: "closed", alternatives: [] } });
  const wait = { slot_id: evening.id, customer: aCustomer() };
  expect(await said(await call("/api/widget/waitlist", { key, body: wait }))).toBe("not_found");

  await change(id, { resource_ids: null, schedule_ids: [both.id] });
  expect((await read()).schedules.map((one) => one.id)).toEqual([both.id]);
  expect(new Set((await times()).map((slot) => slot.schedule_id))).toEqual(new Set([both.id]));
  expect(await said(await bookSlot())).toBe("slot_unavailable");
  expect(await said(await bookSlot({ slot_id: evening.id }))).toBe(201);
  await change(id, { schedule_ids: [] });
  expect(await read()).toMatchObject({ resources: [], schedules: [] });
  expect(await times()).toEqual([]);
});

test("every time that a configuration lists as free can be booked, and every other is refused", async () => {
  const paid = await makeSchedule(owner, [room.id], {
    ...{ rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "20:00" }], max_advance_days: 3 },
    ...{ price_amount: 1000, requires_payment: true },
  });
  await make({ payment: "off" });
  const listed = (await json(await call("/api/widget/availability", { key }))) as unknown as NonNullable<
    WidgetConfig["availability"]
  >;
  const free = new Set(listed.days.flatMap((day) => day.slots.map((slot) => slot.id)));
  const sample = [...slots.slice(10, 13), ...(await slotsOf(paid.id)).slice(-3)];
  for (const slot of sample)
    expect(await said(await bookSlot({ slot_id: slot.id })), slot.starts_at.toISOString()).toBe(
      free.has(slot.id) ? 201 : "slot_unavailable",
    );
});

test("payment is off, left to the visitor, or required, as the configuration says", async () => {
  const paid = await makeSchedule(owner, [room.id], { price_amount: 1000, requires_payment: true });
  slots = (await slotsOf(paid.id)).slice(20);
  const { id } = await make({ payment: "required" });
  expect(await json(await bookSlot())).toMatchObject({
    booking: { pending_reason: "payment" },
    payment: { required: true },
  });
  expect(await said(await bookSlot({ pay_later: true }))).toEqual(["pay_later"]);
  await change(id, { payment: "optional" });
  expect(await json(await bookSlot())).toMatchObject({ booking: { pending_reason: "payment" } });
  expect(await json(await bookSlot({ pay_later: true }))).toMatchObject({
    booking: { status: "confirmed", price_amount: 1000 },
    payment: null,
  });
  expect((await read()).schedules.map((one) => one.id)).toContain(paid.id);
  await change(id, { payment: "off" });
  expect((await read()).schedules.map((one) => one.id)).not.toContain(paid.id);
  expect(await said(await bookSlot())).toBe("slot_unavailable");
});

test("paying later does not pass by an approval", async () => {
  const both = await makeSchedule(owner, [room.id], {
    price_amount: 1000,
    requires_payment: true,
    requires_approval: true,
  });
  slots = (await slotsOf(both.id)).slice(20);
  await make({ payment: "optional" });
  expect(await json(await bookSlot({ pay_later: true }))).toMatchObject({ booking: { pending_reason: "approval" } });
});

test("where nobody can be paid, what has to be paid is not offered, whatever the configuration says", async () => {
  const poor = await makeTenant({ takes_payments: false });
  [owner, cookie, key] = [poor, await signIn(poor), await makeKey(poor)];
  room = await makeResource(poor);
  const paid = await makeSchedule(poor, [room.id], { price_amount: 1000, requires_payment: true });
  slots = await slotsOf(paid.id);
  await make({ payment: "optional" });
  expect(await read()).toMatchObject({ resources: [], schedules: [], sandbox: false });
  expect(await said(await bookSlot({ pay_later: true }))).toBe("slot_unavailable");
});

test("phone and notes are asked for as the steps say", async () => {
  const { id } = await make({ steps: { phone: "required", notes: "required" } });
  expect(await said(await bookSlot())).toEqual(["customer.phone"]);
  const customer = { ...aCustomer(), phone: "+31 6 12345678" };
  expect(await said(await bookSlot({ customer }))).toEqual(["notes"]);
  expect(await said(await bookSlot({ customer, notes: "At the window" }))).toBe(201);
  await change(id, { steps: { phone: "off", notes: "off" } });
  expect(await said(await bookSlot())).toBe(201);
});

test("terms are agreed to before a booking, and that is kept with it", async () => {
  await make({ terms_url: "https://example.com/terms" });
  expect(await said(await bookSlot())).toEqual(["terms_accepted"]);
  const { answers } = await kept(await bookSlot({ terms_accepted: true }));
  expect(answers).toEqual([{ question_id: "terms.accepted", value: true, label: "https://example.com/terms" }]);
});

test("the configuration's questions come before the schedule's, and one id is asked once", async () => {
  const ask = (id: string, label: string, more = {}) => ({ id, label, type: "text", ...more });
  const asking = await makeSchedule(owner, [room.id], {
    questions: [ask("size", "Size?", { required: true }), ask("diet", "Diet?")],
  });
  slots = (await slotsOf(asking.id)).slice(20);
  await make({
    questions: [ask("size", "Your size?"), { ...ask("news", "Send me news.", { required: true }), type: "consent" }],
  });
  const shown = await read();
  expect(shown.questions.map(({ id }) => id)).toEqual(["size", "news"]);
  expect(shown.schedules.find(({ id }) => id === asking.id)?.questions.map(({ id }) => id)).toEqual(["diet"]);
  expect(await said(await bookSlot())).toEqual(["answers.news"]);
  expect(await said(await bookSlot({ answers: [{ question_id: "news", value: false }] }))).toEqual(["answers.news"]);
  const answers = [
    { question_id: "diet", value: "None" },
    { question_id: "news", value: true },
    { question_id: "size", value: "XL" },
  ];
  expect((await kept(await bookSlot({ answers })))["answers"]).toEqual([
    { question_id: "size", value: "XL", label: "Your size?" },
    { question_id: "news", value: true, label: "Send me news." },
    { question_id: "diet", value: "None", label: "Diet?" },
  ]);
});

test("codes are asked for by the configuration that is used", async () => {
  await make({ verification: "off" });
  const strict = await make({ verification: "email" });
  expect(await said(await bookSlot())).toBe(201);
  expect(await said(await bookSlot({ config_id: strict.id }))).toBe("verification_required");
  const start = (more: object) =>
    call("/api/widget/verify", { key, body: { channel: "email", destination: `${newId()}@example.test`, ...more } });
  expect(await said(await start({}))).toEqual(["channel"]);
  expect((await start({ config_id: strict.id })).status).toBe(202);
  const customer = aCustomer();
  await pool.query(
    `insert into verification_token (tenant_id, token_hash, api_key_id, channel, destination, expires_at)
      select tenant_id, $2, id, 'email', $3, now() + interval '1 minute' from api_key where tenant_id = $1`,
    [owner.tenant.id, sha256(`proven ${customer.email}`), customer.email],
  );
  const proven = { config_id: strict.id, customer, verification_token: `proven ${customer.email}` };
  expect(await said(await bookSlot(proven))).toBe(201);
});

test("a page must be on the key's list and on the configuration's", async () => {
  const { id } = await make({ allowed_origins: ["https://shop.example"] });
  const bound = await bind(id);
  const from = (origin: string) => ({ Origin: origin });
  for (const by of [key, bound]) {
    for (const path of ["/api/widget/config", "/api/widget/availability"]) {
      expect((await call(path, { key: by, headers: from("https://shop.example") })).status).toBe(200);
      const refused = await call(path, { key: by, headers: from("https://evil.example") });
      expect([refused.status, refused.headers.get("Access-Control-Allow-Origin")]).toEqual([
        403,
        "https://evil.example",
      ]);
    }
    expect(await said(await bookSlot({}, by, from("https://evil.example")))).toBe("origin_not_allowed");
    expect(await said(await bookSlot({ return_url: "https://evil.example/" }, by))).toEqual(["return_url"]);
    expect(await said(await bookSlot({}, by, from("https://shop.example")))).toBe(201);
  }
  // Another configuration has a list of its own; the default's does not hold for it.
  const second = await make({ allowed_origins: ["https://club.example"] });
  const other = { config_id: second.id };
  expect(await said(await bookSlot(other, key, from("https://club.example")))).toBe(201);
  expect(await said(await bookSlot(other, key, from("https://shop.example")))).toBe("origin_not_allowed");
});

test("a widget without a waiting list takes nobody onto it", async () => {
  const full = slots[10]!;
  expect(await said(await bookSlot({ slot_id: full.id }))).toBe(201);
  const { id } = await make({ steps: { waitlist: false } });
  const join = () => call("/api/widget/waitlist", { key, body: { slot_id: full.id, customer: aCustomer() } });
  expect(await said(await join())).toEqual(["slot_id"]);
  await change(id, { steps: { waitlist: true } });
  expect((await join()).status).toBe(201);
});

test("the first month comes along where one offer can be shown at once, as the availability operation answers it", async () => {
  const { id } = await make();
  const range = "from=2026-12-01&to=2026-12-31&tz=Europe/Paris";
  const include = `include=availability&${range}`;
  const availability = async (query: string) => json(await call(`/api/widget/availability?${range}${query}`, { key }));
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
  expect((await read(`?${include}`)).availability).toEqual(await availability(`&schedule_id=${schedule.id}`));
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
    (await json(await call("/api/api-keys", { cookie, body: { name: "Reads", scopes: ["config:read"] } }))).key,
  );
  expect((await read(`?${include}&schedule_id=${schedule.id}`, config_only)).availability).toBeUndefined();
});

test("sensitive answers are read by admins alone, and are in no event", async () => {
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
  const seenBy = async (as: string, query = "") => (await json(await call(path + query, { cookie: as })))["answers"];
  const size = { question_id: "size", value: "XL", label: "Your size?" };
  const secret = { question_id: "health", value: "Asthma", label: "Anything we should know?", sensitive: true };
  expect(await seenBy(cookie)).toEqual([secret, size]);
  expect(await seenBy(staff)).toEqual([size]);
  const told = async () => {
    const events = await pool.query<{ body: string }>("select body from event where booking_id = $1", [booking.id]);
    const lists = await Promise.all(
      ["/api/bookings", `${path}?include=history`, `/api/events?booking_id=${booking.id}`].map(async (address) =>
        (await call(address, { cookie: staff })).text(),
      ),
    );
    const audit = await pool.query("select diff from audit_row where tenant_id = $1", [owner.tenant.id]);
    const csv = await (await call("/api/bookings?format=csv", { cookie })).text();
    return JSON.stringify([events.rows, lists, audit.rows, csv]);
  };
  expect(await told()).not.toContain("Asthma");

  // Whoever does not see it does not change it, and what they write does not lose its secrecy or its words.
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
  expect(await told()).not.toContain("health");

  const { customer_id } = (await json(await call(path, { cookie }))) as unknown as { customer_id: string };
  expect(await (await call(`/api/customers/${customer_id}/export`, { cookie })).text()).toContain('"health"');
});

test("a filled honeypot and a missing scope are told to visitors in plain words", async () => {
  const trapped = await json(await bookSlot({ website: "https://spam.example" }));
  expect(trapped.error).toMatchObject({
    code: "validation_failed",
    issues: [{ path: "website", message: expect.stringContaining("Reload the page") as unknown }],
  });
  const reads = String(
    (await json(await call("/api/api-keys", { cookie, body: { name: "Reads", scopes: ["config:read"] } }))).key,
  );
  const refused = await json(await bookSlot({}, reads));
  expect(refused.error).toMatchObject({ code: "insufficient_scope", details: { scope: "bookings:write" } });
  expect((refused.error as unknown as { message: string }).message).toBe(
    "Bookings cannot be made on this website at the moment. Contact the company instead.",
  );
});
