import { beforeEach, expect, test, vi } from "vitest";
import type { WidgetConfig } from "~/contract/widget";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { type SlotRow, slotsOf } from "~/testing/booking-calls";
import {
  aCustomer,
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { storedBooking, outcomeOf, widgetCalls } from "~/testing/widget-calls";

// Each field of a configuration: visible in the widget's response, and enforced when booking.

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

test("without a configuration the defaults apply, and older ones are completed", async () => {
  const plain = await read();
  expect(plain).toMatchObject({
    config: { id: null },
    verification: "off",
    payment: "required",
    locale: null,
    texts: {},
    questions: [],
    terms_url: null,
    branding: { accent: null, theme: "auto", density: "comfortable", radius: 8, show_logo: true },
    steps: {
      phone: "optional",
      notes: "optional",
      choose_resource: true,
      waitlist: true,
      add_service: true,
    },
  });
  const id = newId();
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'Default', true, $3)",
    [owner.tenant.id, id, { verification: "email" }],
  );
  expect(await read()).toEqual({ ...plain, config: { id }, verification: "email" });
});

test("a saved configuration is effective immediately", async () => {
  const { id } = await make();
  const widgetConfig = {
    branding: { accent: "#2563eb", theme: "dark", density: "compact", radius: 0, show_logo: false },
    locale: "nl",
    texts: { nl: { title: "Boek een tafel", submit: "Boeken" } },
    policy_text: "Tell us in time.",
    terms_url: "https://example.com/terms",
    success_url: "https://example.com/thanks",
    questions: [
      {
        id: "size",
        label: "Your size?",
        type: "select",
        required: true,
        sensitive: false,
        options: ["S"],
      },
    ],
    verification: "either",
    payment: "optional",
    steps: {
      phone: "required",
      notes: "off",
      choose_resource: false,
      waitlist: false,
      add_service: false,
    },
  };
  await change(id, widgetConfig);
  expect(await read()).toMatchObject({ config: { id }, ...widgetConfig });
  expect(JSON.stringify(await read())).not.toContain('"name":"Widget"');
});

test("an unchanged response is 304, changes have another ETag, and browsers revalidate within a minute", async () => {
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

test("the first view takes one round trip for the key and one for the content", async () => {
  await make();
  for (let count = 0; count < 3; count++)
    await makeSchedule(owner, [room.id, (await makeResource(owner)).id]);
  await read(); // the key's last use is recorded
  const queries = vi.spyOn(pool, "query");
  await read();
  expect(queries).toHaveBeenCalledTimes(2);
  queries.mockRestore();
});

test("a bound key can only use its configuration", async () => {
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
    expect(await outcomeOf(await bookSlot({ config_id: id }, by))).toBe("not_found");
    expect(
      await outcomeOf(
        await call("/api/widget/waitlist", {
          key: by,
          body: { slot_id: slots[0]!.id, config_id: id, customer: aCustomer() },
        }),
      ),
    ).toBe("not_found");
    const code = { channel: "email", destination: "anna@example.test", config_id: id };
    expect(await outcomeOf(await call("/api/widget/verify", { key: by, body: code }))).toBe(
      "not_found",
    );
  }
  expect((await storedBooking(await bookSlot()))["widget_config_id"]).toBe(standard.id);
  expect((await storedBooking(await bookSlot({ config_id: special.id })))["widget_config_id"]).toBe(
    special.id,
  );
  expect((await storedBooking(await bookSlot({}, bound)))["widget_config_id"]).toBe(special.id);
});

test("services outside a configuration are not shown, listed, booked or waited for", async () => {
  const other = await makeResource(owner);
  const both = await makeSchedule(owner, [room.id, other.id], {
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "21:00" }],
  });
  const evening = (await slotsOf(both.id, other.id))[4]!;
  const { id } = await make({ resource_ids: [room.id] });
  const widgetConfig = await read();
  expect(widgetConfig.resources.map((one) => one.id)).toEqual([room.id]);
  expect(widgetConfig.schedules.map((one) => [one.id, one.resource_ids])).toEqual([
    [schedule.id, [room.id]],
    [both.id, [room.id]],
  ]);
  const times = async () => {
    const answer = (await json(
      await call("/api/widget/availability", { key }),
    )) as unknown as NonNullable<WidgetConfig["availability"]>;
    return answer.days.flatMap((day) => day.slots);
  };
  expect(new Set((await times()).map((slot) => slot.resource_id))).toEqual(new Set([room.id]));
  const refused = await json(await bookSlot({ slot_id: evening.id }));
  expect(refused.error).toMatchObject({
    code: "slot_unavailable",
    details: { reason: "closed", alternatives: [] },
  });
  const wait = { slot_id: evening.id, customer: aCustomer() };
  expect(await outcomeOf(await call("/api/widget/waitlist", { key, body: wait }))).toBe(
    "slot_unavailable",
  );

  await change(id, { resource_ids: null, schedule_ids: [both.id] });
  expect((await read()).schedules.map((one) => one.id)).toEqual([both.id]);
  expect(new Set((await times()).map((slot) => slot.schedule_id))).toEqual(new Set([both.id]));
  expect(await outcomeOf(await bookSlot())).toBe("slot_unavailable");
  expect(await outcomeOf(await bookSlot({ slot_id: evening.id }))).toBe(201);
  await change(id, { schedule_ids: [] });
  expect(await read()).toMatchObject({ resources: [], schedules: [] });
  expect(await times()).toEqual([]);
});

test("listed free times can be booked, others are refused", async () => {
  const paid = await makeSchedule(owner, [room.id], {
    rules: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "18:00", end: "20:00" }],
    max_advance_days: 3,
    price_amount: 1000,
    requires_payment: true,
  });
  await make({ payment: "off" });
  const listed = (await json(
    await call("/api/widget/availability", { key }),
  )) as unknown as NonNullable<WidgetConfig["availability"]>;
  const free = new Set(listed.days.flatMap((day) => day.slots.map((slot) => slot.id)));
  const sample = [...slots.slice(10, 13), ...(await slotsOf(paid.id)).slice(-3)];
  for (const slot of sample)
    expect(
      await outcomeOf(await bookSlot({ slot_id: slot.id })),
      slot.starts_at.toISOString(),
    ).toBe(free.has(slot.id) ? 201 : "slot_unavailable");
});
