import { expect, test } from "vitest";
import { StatusChange } from "~/contract/booking-inputs";
import { OfflineMethod } from "~/contract/fields";
import { PaymentFilter } from "~/contract/payments";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { editBooking } from "~/domain/bookings/change/edit-booking.server";
import { getBooking } from "~/domain/bookings/read/get-booking.server";
import { listPayments } from "~/domain/payments/list-payments.sql.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import * as booking from "~/pages/dashboard/bookings/booking/route";
import * as layout from "~/pages/dashboard/layout";
import * as file from "~/pages/dashboard/payments/export";
import * as payments from "~/pages/dashboard/payments/route";
import { flashOf, get, makeDesk, pathOf, post } from "./desk";
import { readExport } from "./erasure";
import { signIn } from "./factory";
import { call, json } from "./request";

// How money is received at the desk: cash, card terminal, bank transfer or something else.

type Desk = Awaited<ReturnType<typeof makeDesk>>;

const desk = () => makeDesk({ price_amount: 4200 }, 10);
const methodsOf = async ({ owner }: Desk, booking_id: string) =>
  (await listPayments(owner, PaymentFilter.parse({ booking_id }))).data.map(({ method }) => method);
const take = async ({ owner }: Desk, id: string, offline_method?: OfflineMethod) =>
  changeBookingStatus(
    owner,
    id,
    StatusChange.parse({ status: "paid", payment_method: "offline", offline_method }),
    null,
  );

test("the API stores the method, with other where a request names none", async () => {
  const made = await desk();
  const cookie = await signIn(made.owner);
  const pay = async (more: object) => {
    const { id } = await made.book(10);
    const body = { status: "paid", payment_method: "offline", ...more };
    const { status } = await call(`/api/bookings/${id}/status`, { cookie, body });
    const shown = await json(await call(`/api/payments?booking_id=${id}`, { cookie }));
    return [status, (shown.data as { method: string }[] | undefined)?.map(({ method }) => method)];
  };
  for (const offline_method of OfflineMethod.options)
    expect(await pay({ offline_method })).toEqual([200, [offline_method]]);
  expect(await pay({})).toEqual([200, ["other"]]);
  expect(await pay({ offline_method: "cheque" })).toEqual([422, []]);
});

test("each payment of a booking has its own method, in its event and the audit log too", async () => {
  const made = await desk();
  const { id } = await made.book(10);
  await take(made, id, "cash");
  await editBooking(made.owner, id, { party_size: 2, notify: false });
  await take(made, id, "bank_transfer");
  expect(await methodsOf(made, id)).toEqual(["bank_transfer", "cash"]);
  const events = await pool.query<{ method: string }>(
    `select body::jsonb -> 'data' -> 'booking' -> 'payment' ->> 'method' as method from event
      where booking_id = $1 and type = 'booking.paid' order by sequence`,
    [id],
  );
  expect(events.rows.map(({ method }) => method)).toEqual(["cash", "bank_transfer"]);
  const audited = await pool.query<{ action: string; method: string }>(
    "select action, diff ->> 'offline_method' as method from audit_row where entity_id = $1 and diff ? 'offline_method' order by id",
    [id],
  );
  expect(audited.rows).toEqual([
    { action: "booking.paid", method: "cash" },
    { action: "booking.balance_received", method: "bank_transfer" },
  ]);
  const { customer_id } = await getBooking(made.owner, id);
  expect((await readExport(made.owner, customer_id)).payments).toMatchObject([
    { provider: "offline", method: "cash" },
    { provider: "offline", method: "bank_transfer" },
  ]);
});

test("the month's sums, the filter and the bookkeeper's file tell the methods apart", async () => {
  const made = await desk();
  const { owner } = made;
  const all: (OfflineMethod | undefined)[] = ["cash", "cash", "card_terminal", "bank_transfer"];
  for (const method of [...all, undefined]) await take(made, (await made.book(10)).id, method);
  // A payment of an earlier version.
  await take(made, (await made.book(10)).id, "other");
  await pool.query(
    "update payment set method = null where tenant_id = $1 and id = (select id from payment where tenant_id = $1 and method = 'other' limit 1)",
    [owner.tenant.id],
  );
  const path = "/dashboard/payments";
  const { totals } = await get(payments, owner, path);
  expect(Object.fromEntries(totals![0]!.methods.map(({ label, value }) => [label, value]))).toEqual(
    {
      Cash: "€84.00",
      "Card terminal": "€42.00",
      "Bank transfer": "€42.00",
      "Other, at the desk": "€84.00",
    },
  );
  const shown = async (method: string) =>
    (await get(payments, owner, `${path}?method=${method}`)).movements!.map((one) => one.method);
  expect(await shown("cash")).toEqual(["Cash", "Cash"]);
  expect(await shown("card_terminal")).toEqual(["Card terminal"]);
  expect(await shown("offline")).toHaveLength(6);
  const csv = await ((await get(file, owner, `${path}/export`)) as Response).text();
  expect(csv.match(/,(cash|card_terminal|bank_transfer|other),42,/g)?.sort()).toEqual([
    ",bank_transfer,42,",
    ",card_terminal,42,",
    ",cash,42,",
    ",cash,42,",
    ",other,42,",
    ",other,42,",
  ]);
});

test("the dashboard asks for the method, and proposes the last one in this browser", async () => {
  const made = await desk();
  const { owner } = made;
  const pay = async (offline_method: string) => {
    const booked = await made.book(10);
    const { version } = await getBooking(owner, booked.id);
    const fields = { intent: "status", status: "paid", payment_method: "offline", offline_method };
    const answer = await post(
      booking,
      owner,
      pathOf(booked),
      { ...fields, version: String(version) },
      booked.id,
    );
    const page = await get(booking, owner, pathOf(booked), booked.id);
    const about = page.money.find(({ kind }) => kind === "payment")!.about;
    return { answer: answer as Response, text: flashOf(answer).text, about };
  };
  const card = await pay("card_terminal");
  expect(card.text).toContain("paid by card.");
  expect(card.about).toMatch(/^by card terminal, /);
  expect((await pay("cash")).text).toContain("paid in cash.");
  expect((await pay("bank_transfer")).about).toMatch(/^by bank transfer, /);
  expect((await pay("other")).text).toContain("paid at the desk.");

  const cookie = /offline_method=\w+/.exec(card.answer.headers.getSetCookie().join())![0];
  const proposed = async (cookies: string) => {
    const headers = { Cookie: `${await signIn(owner)}; ${cookies}` };
    const request = new Request(`${env.BASE_URL}/dashboard`, { headers });
    const loaded = await layout.loader({ request, params: {}, context: {} } as never);
    return loaded.data.offline_method;
  };
  expect(await proposed(cookie)).toBe("card_terminal");
  expect(await proposed("a=b")).toBe("cash");
  expect(await proposed("offline_method=gold")).toBe("cash");
});
