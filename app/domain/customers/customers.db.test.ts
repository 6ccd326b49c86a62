import { describe, expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { pool, prisma } from "~/lib/db.server";
import { runErasure } from "../privacy/erase-customer.server";
import { newId } from "~/lib/ids";
import { makeResource, makeSchedule, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json, type Sent, textWithout } from "~/testing/request";
import { changeBookingStatus } from "../bookings/change/change-status.server";
import { createBooking } from "../bookings/place/create-booking.server";
import type { UserActor } from "../identity/actor";

interface Guest {
  id: string;
  name: string;
  email: string;
  phone: string | null;
}
interface List {
  data: Guest[];
  page: { next_cursor: string | null; total?: number };
}

/** A company with one room whose free slots are used one after the other. */
async function makeSalon() {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await prisma.slot.findMany({
    where: { tenant_id: owner.tenant.id, schedule_id: schedule.id },
    orderBy: { starts_at: "asc" },
    take: 20,
    skip: 10,
  });
  const book = (guest: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    createBooking(
      owner,
      NewBooking.parse({ slot_id: slots.pop()!.id, customer: guest, ...more }),
      null,
    );
  const cookie = await signIn(owner);
  const send = (path: string, sent: Sent = {}) =>
    call(`/api/customers${path}`, { cookie, ...sent });
  return { owner, room, book, send };
}
const aGuest = (name: string) => ({
  name,
  email: `${name.toLowerCase()}-${newId()}@guest.test`,
  phone: "+31612345678",
});
const listAs = async (who: UserActor, query = "") =>
  (await json(
    await call(`/api/customers${query}`, { cookie: await signIn(who) }),
  )) as unknown as List;

describe("the list", () => {
  test("is searched by name, address and number, in pages without repetition", async () => {
    const { owner, book } = await makeSalon();
    for (const name of ["Anna", "Bert", "Cleo"]) await book(aGuest(name));
    expect((await listAs(owner, "?search=ann")).data.map((guest) => guest.name)).toEqual(["Anna"]);
    expect((await listAs(owner, "?search=bert-")).data).toHaveLength(1);
    expect((await listAs(owner, "?search=%25%25")).data).toHaveLength(0);
    const first = await listAs(owner, "?limit=2&include=total");
    expect(first.page.total).toBe(3);
    const second = await listAs(owner, `?limit=2&cursor=${first.page.next_cursor}`);
    expect([...first.data, ...second.data].map((guest) => guest.name)).toEqual([
      "Cleo",
      "Bert",
      "Anna",
    ]);
    expect(second.page.next_cursor).toBeNull();
  });

  test("masks contacts for viewers, who cannot search by them either", async () => {
    const { owner, book } = await makeSalon();
    const guest = aGuest("Anna");
    const { customer_id } = await book(guest);
    const viewer = await makeUser(owner, "viewer");
    expect((await listAs(viewer)).data).toMatchObject([
      { name: "Anna", email: "a…@g…", phone: "…78" },
    ]);
    expect((await listAs(viewer, "?search=guest.test")).data).toEqual([]);
    expect((await listAs(viewer, "?search=12345")).data).toEqual([]);
    const one = await call(`/api/customers/${customer_id}`, { cookie: await signIn(viewer) });
    expect(await json(one)).toMatchObject({ email: "a…@g…", phone: "…78" });
  });

  test("shows staff who are limited to some resources only those who booked them", async () => {
    const { owner, book } = await makeSalon();
    const { customer_id } = await book(aGuest("Anna"));
    const staff = await makeUser(owner, "staff", {
      resource_ids: [(await makeResource(owner)).id],
    });
    expect((await listAs(staff)).data).toEqual([]);
    const cookie = await signIn(staff);
    const texts = await Promise.all(
      [customer_id, newId()].map(async (id) => {
        const answers = await Promise.all([
          call(`/api/customers/${id}`, { cookie }),
          call(`/api/customers/${id}`, { cookie, method: "PATCH", body: { name: "X" } }),
        ]);
        return Promise.all(answers.map((answer) => textWithout(answer, id)));
      }),
    );
    expect(texts[0]).toEqual(texts[1]);
  });

  test("comes as CSV for admins, safe for a spreadsheet", async () => {
    const { owner, book, send } = await makeSalon();
    await book({ ...aGuest("Anna"), name: '=HYPERLINK("A1")' });
    const csv = await send("?format=csv");
    expect(csv.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(await csv.text()).toMatch(/^name,email,.*\r\n"'=HYPERLINK\(""A1""\)",anna-/);
    const staff = await signIn(await makeUser(owner, "staff"));
    expect((await call("/api/customers?format=csv", { cookie: staff })).status).toBe(403);
  });
});

describe("one customer", () => {
  test("comes with counts of bookings", async () => {
    const { owner, book, send } = await makeSalon();
    const guest = aGuest("Anna");
    const booking = await book(guest);
    const cancelled = await book(guest);
    await changeBookingStatus(owner, cancelled.id, { status: "cancelled", notify: true }, null);
    expect(await json(await send(`/${booking.customer_id}`))).toMatchObject({
      name: "Anna",
      bookings: {
        total: 2,
        upcoming: 1,
        by_status: { confirmed: 1, cancelled: 1 },
        last_starts_at: booking.starts_at,
      },
    });
  });

  test("is corrected by staff, with an audit row without the address", async () => {
    const { owner, book, send } = await makeSalon();
    const [first, second] = [aGuest("Anna"), aGuest("Bert")];
    const { id, customer_id } = await book(first);
    await book(second);
    const staff = await signIn(await makeUser(owner, "staff"));
    const patch = (body: unknown) =>
      call(`/api/customers/${customer_id}`, { cookie: staff, method: "PATCH", body });
    expect(await json(await patch({ email: "Anna@New.test", phone: null }))).toMatchObject({
      email: "anna@new.test",
      phone: null,
    });
    expect((await json(await patch({ email: second.email }))).error?.code).toBe("already_exists");
    const rows = await prisma.auditRow.findMany({
      where: { tenant_id: owner.tenant.id, entity: "customer" },
    });
    expect(rows).toMatchObject([
      { action: "customer.updated", diff: { changed: ["email", "phone"] } },
    ]);
    const booking = await prisma.booking.findUniqueOrThrow({
      where: { tenant_id_id: { tenant_id: owner.tenant.id, id } },
    });
    expect(booking.customer_email).toBe(first.email);
    expect((await send(`/${customer_id}`)).status).toBe(200);
  });

  test("has notes for staff, included in the export, removed by erasure, hidden from viewers and events", async () => {
    const { owner, book, send } = await makeSalon();
    const { id, customer_id } = await book(aGuest("Anna"));
    const notes = "Allergic to henna";
    const patch = { method: "PATCH" as const, body: { notes } };
    const as = async (role: "staff" | "viewer") => ({
      cookie: await signIn(await makeUser(owner, role)),
    });
    const path = `/api/customers/${customer_id}`;
    expect(await json(await call(path, { ...(await as("staff")), ...patch }))).toMatchObject({
      notes,
    });
    expect(await json(await call(path, await as("viewer")))).toMatchObject({ notes: null });
    expect(await json(await send(`/${customer_id}/export`))).toMatchObject({ customer: { notes } });
    await send(`/${customer_id}`, { method: "PATCH", body: { phone: null } });
    expect(await json(await send(`/${customer_id}`))).toMatchObject({ notes });
    const events = await prisma.event.findMany({
      where: { tenant_id: owner.tenant.id, booking_id: id },
    });
    expect(JSON.stringify(events)).not.toContain("henna");
    expect(await json(await send(`/${customer_id}/erase`, { method: "POST" }))).toMatchObject({
      notes: null,
    });
  });

  test("is exported with everything stored about this customer, and nothing about anyone else", async () => {
    const { owner, book, send } = await makeSalon();
    const [anna, bert] = [aGuest("Anna"), aGuest("Bert")];
    const booking = await book(anna, { notes: "by the window" });
    await book(bert);
    const answer = await send(`/${booking.customer_id}/export`);
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      customer: { email: anna.email },
      bookings: [{ id: booking.id, notes: "by the window" }],
      events: [{ type: "booking.created" }, { type: "booking.confirmed" }],
    });
    expect(text).not.toContain(bert.email);
    expect(
      await prisma.auditRow.count({
        where: { tenant_id: owner.tenant.id, action: "customer.exported" },
      }),
    ).toBe(1);
  });
});

describe("erasure", () => {
  test("leaves no trace of the person, and keeps bookings and figures", async () => {
    const { owner, book, send } = await makeSalon();
    const guest = {
      name: "Annabelle Unmistakable",
      email: `unmistakable-${newId()}@guest.test`,
      phone: "+31698765432",
    };
    const booking = await book(guest, {
      notes: "unmistakable note",
      meta: { crm: "unmistakable meta" },
    });
    const other = await book(aGuest("Bert"), { notes: "stays" });
    const { tenant } = owner;
    const person = {
      tenant_id: tenant.id,
      destination: guest.email,
      purpose: "guest",
      channel: "email",
    };
    await prisma.verificationCode.create({
      data: { ...person, id: newId(), code_hmac: new Uint8Array(32), expires_at: new Date(0) },
    });
    await prisma.auditRow.create({
      data: {
        tenant_id: tenant.id,
        id: newId(),
        actor: {},
        action: "booking.edited",
        entity: "booking",
        entity_id: booking.id,
        diff: { notes: [null, "unmistakable"], status: ["a", "b"] },
      },
    });
    const before = await pool.query(
      "select count(*), sum(price_amount), min(starts_at) from booking where tenant_id = $1",
      [tenant.id],
    );
    const erased = await send(`/${booking.customer_id}/erase`, { method: "POST" });
    expect(await json(erased)).toMatchObject({
      name: "Erased",
      email: `erased-${booking.customer_id}@erased.invalid`,
      phone: null,
    });
    await runErasure(tenant.id, booking.customer_id);
    const tables = await pool.query<{ name: string }>(
      "select table_schema || '.' || table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = 'public'",
    );
    for (const { name } of tables.rows) {
      const left = await pool.query(
        `select to_jsonb(t) from ${name} t where to_jsonb(t)::text ~* 'unmistakable|98765432'`,
      );
      expect(left.rows, name).toEqual([]);
    }
    const after = await pool.query(
      "select count(*), sum(price_amount), min(starts_at) from booking where tenant_id = $1",
      [tenant.id],
    );
    expect(after.rows).toEqual(before.rows);
    const stored = await prisma.auditRow.findFirstOrThrow({
      where: { tenant_id: tenant.id, action: "booking.edited" },
    });
    expect(stored.diff).toEqual({ status: ["a", "b"] });
    const untouched = await prisma.booking.findUniqueOrThrow({
      where: { tenant_id_id: { tenant_id: tenant.id, id: other.id } },
    });
    expect(untouched.notes).toBe("stays");
  });

  test("again is a no-op, and an erased customer gets no messages", async () => {
    const { owner, book, send } = await makeSalon();
    const { customer_id } = await book(aGuest("Anna"));
    const erase = async () => json(await send(`/${customer_id}/erase`, { method: "POST" }));
    const first = await erase();
    expect(first).toMatchObject({ name: "Erased", erasure: { state: "running", ended_at: null } });
    expect(await erase()).toEqual(first);
    await runErasure(owner.tenant.id, customer_id);
    const last = await erase();
    expect(last).toMatchObject({ ...first, erasure: { state: "done" } });
    expect(await json(await send(`/${customer_id}/erasure`))).toEqual(last.erasure);
    expect(last).toMatchObject({
      erasure: { done: (last.erasure as unknown as { total: number }).total },
    });
    const patched = await send(`/${customer_id}`, { method: "PATCH", body: { name: "Anna" } });
    expect((await json(patched)).error?.code).toBe("invalid_transition");
    expect(
      await prisma.auditRow.count({
        where: { tenant_id: owner.tenant.id, action: "customer.erased" },
      }),
    ).toBe(1);
  });

  test("lets the same person come back as a new customer", async () => {
    const { book, send } = await makeSalon();
    const guest = aGuest("Anna");
    const first = await book(guest);
    await send(`/${first.customer_id}/erase`, { method: "POST" });
    const second = await book(guest);
    expect(second.customer_id).not.toBe(first.customer_id);
    expect(await json(await send(`/${second.customer_id}`))).toMatchObject({
      name: "Anna",
      bookings: { total: 1 },
    });
  });

  test("is for admins, and another tenant's customer gets exactly the response of an unknown one", async () => {
    const { owner, book } = await makeSalon();
    const { customer_id } = await book(aGuest("Anna"));
    const staff = await signIn(await makeUser(owner, "staff"));
    for (const path of ["erase", "export"]) {
      const answer = await call(`/api/customers/${customer_id}/${path}`, {
        cookie: staff,
        method: path === "erase" ? "POST" : "GET",
      });
      expect(answer.status).toBe(403);
    }
    const cookie = await signIn(await makeTenant());
    const texts = await Promise.all(
      [customer_id, newId()].map(async (id) => {
        const sent: [string, Sent][] = [
          ["", {}],
          ["", { method: "PATCH", body: { name: "X" } }],
          ["/export", {}],
          ["/erase", { method: "POST" }],
        ];
        const answers = await Promise.all(
          sent.map(([path, more]) => call(`/api/customers/${id}${path}`, { cookie, ...more })),
        );
        return Promise.all(answers.map((answer) => textWithout(answer, id)));
      }),
    );
    expect(texts[0]).toEqual(texts[1]);
    expect((await listAs(owner)).data).toMatchObject([{ name: "Anna" }]);
  });
});
