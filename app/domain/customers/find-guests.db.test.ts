import { beforeEach, describe, expect, test } from "vitest";
import type { Booking } from "~/contract/bookings";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import {
  makeKey,
  makeResource,
  makeSchedule,
  makeTenant,
  makeUser,
  signIn,
} from "~/testing/factory";
import { call, json } from "~/testing/request";
import { book, slotsOf, type SlotRow } from "~/testing/booking-calls";
import type { UserActor } from "../identity/actor";

let owner: UserActor;
let cookie: string;
let slots: SlotRow[];
let anna: Booking;

const ANNA = { name: "Anna Jansen", email: "anna.jansen@guest.test", phone: "+31612345678" };

beforeEach(async () => {
  owner = await makeTenant();
  cookie = await signIn(owner);
  const room = await makeResource(owner, { capacity: 9 });
  slots = (await slotsOf((await makeSchedule(owner, [room.id])).id)).slice(8);
  anna = await book(owner, slots[0]!.id, { customer: ANNA });
});

interface Listed {
  data: { id: string; name: string; reference: string; customer: { name: string } }[];
  page: { total: number };
}

async function list(path: string, search: string, as = cookie): Promise<Listed> {
  const query = new URLSearchParams({ search, include: "total" });
  return (await json(await call(`${path}?${query}`, { cookie: as }))) as unknown as Listed;
}
/** The references of the bookings that a search finds, oldest first. */
const found = async (search: string, as?: string) =>
  (await list("/api/bookings", search, as)).data.map((booking) => booking.reference).toReversed();
const guests = async (search: string, as?: string) =>
  (await list("/api/customers", search, as)).data.map((guest) => guest.name);

/** A booking through the widget, by somebody who knows Anna's address. */
async function bookAsStranger(guest: { name: string; phone?: string }): Promise<string> {
  const key = await makeKey(owner);
  const body = { slot_id: slots[1]!.id, customer: { email: ANNA.email, ...guest } };
  const { booking } = (await json(await call("/api/widget/booking", { key, body }))) as unknown as {
    booking: { reference: string };
  };
  return booking.reference;
}
const patch = (path: string, body: unknown) => call(path, { cookie, method: "PATCH", body });
const aliases = async () =>
  (
    await pool.query(
      "select name, email, phone from customer_alias where tenant_id = $1 order by name",
      [owner.tenant.id],
    )
  ).rows;

describe("a guest who gives another name with a known address", () => {
  test("is found by that name and number with that booking, and the record is unchanged", async () => {
    const bobs = await bookAsStranger({ name: "Bob Pauli", phone: "+49 170 9988776" });
    expect(await found("bob pau")).toEqual([bobs]);
    expect(await found("9988776")).toEqual([bobs]);
    expect(await found(ANNA.email)).toEqual([anna.reference, bobs]);
    expect(await found("anna jansen")).toEqual([anna.reference]);
    expect(await guests("pauli")).toEqual([ANNA.name]);
  });

  test("adds no alias if the details match the record", async () => {
    await bookAsStranger({ name: ANNA.name, phone: ANNA.phone });
    await bookAsStranger({ name: ANNA.name });
    expect(await aliases()).toEqual([]);
  });

  test("is stored as an alias once", async () => {
    for (let time = 0; time < 2; time++) await bookAsStranger({ name: "Bob" });
    expect(await aliases()).toEqual([{ name: "Bob", email: ANNA.email, phone: "" }]);
  });

  test("is found by viewers by name, not by number", async () => {
    const bobs = await bookAsStranger({ name: "Bob", phone: "+49 170 9988776" });
    const viewer = await signIn(await makeUser(owner, "viewer"));
    expect(await found("bob", viewer)).toEqual([bobs]);
    expect(await found("9988776", viewer)).toEqual([]);
    expect(await guests("9988776", viewer)).toEqual([]);
  });
});

describe("a corrected record", () => {
  test("is found by its former details, and bookings by theirs", async () => {
    await patch(`/api/customers/${anna.customer_id}`, {
      name: "Anna Berg",
      email: "berg@guest.test",
      phone: null,
    });
    expect(await guests("anna berg")).toEqual(["Anna Berg"]);
    for (const former of ["anna jansen", "jansen@guest", "12345678", "jansen anna.j"]) {
      expect(await guests(former)).toEqual(["Anna Berg"]);
      expect(await found(former)).toEqual([anna.reference]);
    }
  });

  test("by a booking at the desk keeps earlier bookings searchable", async () => {
    const later = await book(owner, slots[1]!.id, {
      customer: { ...ANNA, name: "Anna Berg", phone: "+31687654321" },
    });
    expect(await found("jansen +")).toEqual([]);
    expect(await found("anna jansen")).toEqual([anna.reference]);
    expect(await found("12345678")).toEqual([anna.reference]);
    expect(await found("anna berg")).toEqual([later.reference]);
    expect(await guests("anna jansen")).toEqual(["Anna Berg"]);
  });

  test("by editing one booking keeps the others searchable", async () => {
    const other = await book(owner, slots[1]!.id, { customer: ANNA });
    await patch(`/api/bookings/${other.id}`, { customer: { ...ANNA, name: "Anna Berg" } });
    expect(await found("anna jansen")).toEqual([anna.reference]);
    expect(await found("anna berg")).toEqual([other.reference]);
  });

  test("adds no alias if details were only added", async () => {
    const bert = { name: "Bert", email: "bert@guest.test" };
    const { customer_id } = await book(owner, slots[1]!.id, { customer: bert });
    await patch(`/api/customers/${customer_id}`, { phone: "+31655555555", locale: "nl" });
    await book(owner, slots[2]!.id, { customer: bert });
    expect(await aliases()).toEqual([]);
  });
});

test("aliases are exported and erased", async () => {
  await bookAsStranger({ name: "Bob Pauli" });
  const path = `/api/customers/${anna.customer_id}`;
  expect(await json(await call(`${path}/export`, { cookie }))).toMatchObject({
    also_known_as: [{ name: "Bob Pauli", email: ANNA.email, phone: null }],
  });
  await call(`${path}/erase`, { cookie, method: "POST" });
  expect(await aliases()).toEqual([]);
  expect(await guests("pauli")).toEqual([]);
  expect(await found("pauli")).toEqual([]);
});

describe("a reference", () => {
  test("is found by its first three or more characters, with or without dash, in any case", async () => {
    const displayedReference = `${anna.reference.slice(0, 4)}-${anna.reference.slice(4)}`;
    for (const typed of [
      anna.reference.slice(0, 3),
      anna.reference.slice(0, 6),
      displayedReference,
      displayedReference.slice(0, 6).toLowerCase(),
    ])
      expect(await found(typed)).toContain(anna.reference);
  });

  test("of another company is not found", async () => {
    expect(await found(anna.reference, await signIn(await makeTenant()))).toEqual([]);
  });
});

test("two characters are enough", async () => {
  expect(await found("sé")).toEqual([]);
  const jose = await book(owner, slots[1]!.id, {
    customer: { name: "José", email: "jose@guest.test" },
  });
  expect(await found("sé")).toEqual([jose.reference]);
  expect(await guests("sé")).toEqual(["José"]);
});

test("among thousands of guests with one name the list is scanned, with the same result", async () => {
  await bookAsStranger({ name: "Xaver Bibi" });
  await pool.query(
    `with guest as (insert into customer (tenant_id, id, email, name)
       select $1, gen_random_uuid(), 'x' || n || '@guest.test', 'Xaver ' || n from generate_series(1, 2001) n returning *)
     insert into booking (tenant_id, id, reference, resource_id, resource_name, status, starts_at, ends_at, time_zone, customer_id,
       customer_name, customer_email, source)
     select b.tenant_id, g.id, upper(substr(md5(g.email), 1, 8)), b.resource_id, b.resource_name, 'cancelled', b.starts_at, b.ends_at,
       b.time_zone, g.id, g.name, g.email, 'api' from booking b, guest g where b.id = $2`,
    [owner.tenant.id, anna.id],
  );
  const bookings = await list("/api/bookings", "xaver");
  expect(bookings.page.total).toBe(2002);
  expect(bookings.data[0]?.customer.name).toBe("Xaver Bibi"); // the latest start
  expect(new Set(bookings.data.map(({ id }) => id)).size).toBe(25);
  expect((await list("/api/customers", "xaver")).page.total).toBe(2002);
  expect((await list("/api/bookings", `xaver ${newId()}`)).page.total).toBe(0);
});
