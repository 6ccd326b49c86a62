import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { inVisit } from "~/http/visit.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { get, makeDesk } from "~/testing/desk";
import { aCustomer, makeResource, makeUser, signIn } from "~/testing/factory";
import { statementCosts } from "~/testing/statement-costs";
import * as frame from "../layout";
import * as today from "./route";

test("Today shows the day that is asked for, who is free next, and what waits for a person", async () => {
  const { owner, book, court, date } = await makeDesk({ price_amount: 4200 });
  await book(10);
  const pending = {
    resource_id: court.id,
    starts_at: `${date}T12:00:00Z`,
    customer: aCustomer("Bea"),
    status: "pending",
  };
  const waits = await createBooking(owner, NewBooking.parse(pending), null);
  const day = await get(today, owner, `/dashboard?date=${date}`);
  expect(day).toMatchObject({
    date,
    days_ahead: 2,
    arrivals: { earlier: [], now_before: null, to_come: 1 },
  });
  expect(day.arrivals.rows).toMatchObject([
    { line: { price: "€42.00", owes: true } },
    { is_asked: true },
  ]);
  expect(day.attention).toMatchObject([{ id: waits.id, approve: { version: waits.version } }]);
  // Of a guest the page shows their name.
  expect(JSON.stringify([day.arrivals, day.attention])).not.toContain("@");
  const labels = ({ times }: (typeof day.next_free)[number]) => times.map(({ label }) => label);
  expect(day.next_free.map((strip) => [strip.name, labels(strip)])).toEqual([
    ["Court 1", ["09:00", "11:00", "13:00"]],
  ]);
  expect(day.figures.map(({ label }) => label)).toContain("Collected");
  const viewer = await get(today, await makeUser(owner, "viewer"), `/dashboard?date=${date}`);
  expect(viewer.figures.map(({ label }) => label)).not.toContain("Collected");
  expect(viewer.arrivals.rows.every(({ allowed }) => allowed.length === 0)).toBe(true);
  const now = await get(today, owner, "/dashboard?date=never");
  expect(now).toMatchObject({ days_ahead: 0, arrivals: { rows: [], now_before: 0 } });
  expect(now.coming.map(({ customer }) => customer.name)).toEqual(["Anna Jansen", "Bea"]);
});

test("the page with what is around it takes twelve statements at most, and reads the session once", async () => {
  const { owner, book } = await makeDesk({ price_amount: 4200 });
  await book(10);
  const cookie = await signIn(owner);
  const texts = await statementsOf(cookie);
  expect(texts.filter((text) => /from session s/.test(text))).toHaveLength(1);
  expect(texts.length, texts.join("\n")).toBeLessThanOrEqual(12);
});

/** Statements sent by the loaders of one document; each loader has its own request. */
async function statementsOf(cookie: string): Promise<string[]> {
  const load = ({ loader }: { loader: (args: LoaderFunctionArgs) => Promise<unknown> }) =>
    loader({
      request: new Request(new URL("/dashboard", env.BASE_URL), { headers: { cookie } }),
      params: {},
      context: {},
    });
  const costs = await statementCosts(
    () =>
      new Promise((done, fail) =>
        inVisit(() => void Promise.all([load(frame), load(today)]).then(done, fail)),
      ),
  );
  return costs.map(({ text }) => text);
}

test("the front desk reads what it can mend, and nothing of webhooks or payment accounts", async () => {
  const { owner, book } = await makeDesk({ price_amount: 4200, requires_payment: true });
  const { id } = await book(10);
  const tenant = owner.tenant.id;
  await pool.query(
    `insert into message (tenant_id, id, kind, channel, audience, recipient, locale, booking_id, status)
     values ($1, $2, 'booking_confirmed', 'email', 'customer', 'anna@example.test', 'en', $3, 'bounced')`,
    [tenant, newId(), id],
  );
  await pool.query(
    `insert into webhook_subscription (tenant_id, id, url, events, secret_ciphertext, failing_since)
     values ($1, $2, 'https://hooks.example.test/in', '{}', '', now())`,
    [tenant, newId()],
  );
  const read = async (actor: UserActor) =>
    (await get(today, actor, "/dashboard")).attention.map(
      (item) => item.approve === null && item.to,
    );
  const mail = `/dashboard/bookings/${id}?show=edit`;
  expect(await read(owner)).toEqual([
    mail,
    "/dashboard/payments",
    expect.stringMatching(/webhooks/),
  ]);
  expect(await read(await makeUser(owner, "staff"))).toEqual([mail]);
  expect(await read(await makeUser(owner, "viewer"))).toEqual([]);
  const other = await makeResource(owner);
  expect(await read(await makeUser(owner, "staff", { resource_ids: [other.id] }))).toEqual([]);
});
