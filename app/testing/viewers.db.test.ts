import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { operations } from "~/contract";
import { NewWaitlistEntry } from "~/contract/waitlist";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { joinWaitlist } from "~/domain/waitlist/waitlist.server";
import { pool } from "~/lib/db.server";
import { isLimited, people, refusalOf } from "./callers";
import { examples } from "./examples";
import { makeSecretKey } from "./factory";
import { call } from "./request";
import { type Ids, makeFresh, makeSampleTenant } from "./sample-tenant";

// Stores a guest's contact data everywhere it can be stored, then reads every response that a
// viewer can get.

const GUEST = {
  name: "Planted Guest",
  email: "planted.guest@example.test",
  phone: "+31687654321",
};
const SECRETS = ["planted.guest", "planted%2eguest", "87654321", "8765 4321"];

async function plant() {
  const sample = await makeSampleTenant();
  const { owner, ids } = sample;
  const book = async (slot_id: string) =>
    createBooking(
      owner,
      NewBooking.parse({ slot_id, customer: GUEST, notes: "Window seat" }),
      null,
    );
  const booked = await book(await makeFresh(sample, "slot"));
  const full = await book(await makeFresh(sample, "slot"));
  await joinWaitlist(
    owner,
    NewWaitlistEntry.parse({
      slot_id: full.slot_id,
      customer: { ...GUEST, email: `2${GUEST.email}` },
    }),
  );
  await pool.query("update message set recipient = $2 where tenant_id = $1", [
    owner.tenant.id,
    GUEST.email,
  ]);
  const guest: Ids = { ...ids, booking: booked.id, customer: booked.customer_id };
  return { sample, guest };
}

test("no response to a viewer contains a guest's email address or phone number", async () => {
  const { sample, guest } = await plant();
  const secret = await makeSecretKey(sample.owner, "viewer");
  const viewers = [
    ...(await people(sample)).filter((one) => one.name === "the viewer" && !isLimited(one)),
    {
      name: "a secret key",
      credential: { kind: "secret", role: "viewer" } as const,
      sent: () => ({ key: secret }),
    },
  ];
  const read: string[] = [];
  const held: string[] = [];
  for (const { name, operation } of operations.filter((one) => one.operation.method === "GET"))
    for (const viewer of viewers)
      for (const { id, query = {} } of [...examples[name]!(guest), ...searches(name)]) {
        const path = id === undefined ? operation.path : operation.path.replace(/:\w+/, id);
        const answer = await call(
          `${path}?${new URLSearchParams(query)}`,
          viewer.sent(operation.caller),
        );
        const text = (await answer.text()).toLowerCase();
        if (refusalOf(operation.caller, viewer) === null && answer.status === 200) read.push(name);
        if (SECRETS.some((part) => text.includes(part)))
          held.push(`${name} ${JSON.stringify(query)} to ${viewer.name}`);
      }
  expect(held).toEqual([]);
  // The responses do contain the guest's name, which viewers may see.
  expect(new Set(read).size).toBeGreaterThan(15);
});

/** Searches by contact data: a match would confirm the guess. */
function searches(name: string): { id?: string; query: Record<string, string> }[] {
  if (name !== "bookings.list" && name !== "customers.list") return [];
  return [{ query: { search: GUEST.name } }, { query: { include: "total", limit: "100" } }];
}

test("a viewer cannot search by email address or phone number, staff can", async () => {
  const { sample } = await plant();
  const all = await people(sample);
  for (const path of ["/api/bookings", "/api/customers"])
    for (const search of [GUEST.email, "87654321"]) {
      const found = async (name: string) => {
        const person = all.find((one) => one.name === name)!;
        const answer = await call(
          `${path}?${new URLSearchParams({ search })}`,
          person.sent({ kind: "account" }),
        );
        return ((await answer.json()) as { data: unknown[] }).data.length > 0;
      };
      expect([path, search, await found("the viewer"), await found("the staff")]).toEqual([
        path,
        search,
        false,
        true,
      ]);
    }
});
