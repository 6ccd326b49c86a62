import { standIn } from "~/testing/payments-on";
import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { flashOf, get, post, refusalOf } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { changeBookingStatus } from "~/domain/bookings/change/change-status.server";
import { StatusChange } from "~/contract/booking-inputs";
import type { UserActor } from "~/domain/identity/actor";
import { localDateOf } from "~/lib/time";
import {
  atProvider,
  checkout,
  connectAccount,
  makePaidService,
  paidBooking,
  paymentsOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import * as file from "./export";
import type { PaymentsView } from "./load.server";
import * as page from "./route";

const PATH = "/dashboard/payments";

const figuresOf = (totals: PaymentsView["totals"]) =>
  Object.fromEntries(
    totals!.flatMap(({ figures }) => figures.map((one) => [one.label, one.value])),
  );

async function cancelAndRefund(owner: UserActor, id: string): Promise<void> {
  const cancelled = StatusChange.parse({ status: "cancelled", refund: { mode: "full" } });
  await changeBookingStatus(owner, id, cancelled, null);
  await work(owner);
  await takeWebhooks(owner);
}

test("payments are for admins, and the connection is the owner's", async () => {
  const owner = await makeTenant();
  await expect(get<unknown>(page, await makeUser(owner, "staff"), PATH)).rejects.toMatchObject({
    status: 403,
  });
  const admin = await makeUser(owner, "admin");
  expect(await get(page, admin, PATH)).toMatchObject({
    is_owner: false,
    account: { name: null, can_pay: false },
  });
  await expect(post<unknown>(page, admin, PATH, { intent: "disconnect" })).rejects.toMatchObject({
    status: 403,
  });
});

test("without an account the page says what cannot be booked, and what a connection came to", async () => {
  const owner = await makeTenant();
  const { id } = await makeResource(owner);
  const service = await makeSchedule(owner, [id], {
    name: "Haircut",
    price_amount: 4200,
    requires_payment: true,
  });
  const shown = await get(page, owner, `${PATH}?connect_error=access_denied`);
  expect(shown).toMatchObject({
    is_owner: true,
    connect_problem: expect.stringContaining("declined"),
    alerts: [
      { text: expect.stringContaining("Haircut"), to: `/dashboard/services/${service.id}/price` },
    ],
    movements: [],
  });
  expect(shown.account?.problems).toMatchObject([
    { text: expect.stringContaining("No payment account is connected") },
  ]);
  const none = refusalOf(await post<unknown>(page, owner, PATH, { intent: "disconnect" }));
  expect(none.result.error[""]).toEqual([expect.any(String)]);
});

test("a payment is shown with fee, net, method and booking, by month, status, method and guest", async () => {
  const { owner, id } = await paidBooking();
  const { account, movements, totals } = await get(page, owner, PATH);
  expect(account).toMatchObject({ name: "Salon", can_pay: true, problems: [] });
  // 0.63 of the platform and 0.63 of the provider
  expect(movements).toMatchObject([
    { booking_id: id, method: "Card", amount: "€25.00", fee: "€1.26", net: "€23.74" },
  ]);
  const [line] = movements;
  expect(line).toMatchObject({ status: { label: "Paid", note: null }, is_test: false });
  expect(line!.reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(figuresOf(totals)).toMatchObject({ Collected: "€25.00", Fees: "€1.26", Net: "€23.74" });
  const shownBy = async (query: string) =>
    (await get(page, owner, `${PATH}?${query}`)).movements.length;
  for (const query of [
    "status=paid",
    "method=card",
    "month=any",
    `search=${line!.reference}`,
    `search=${encodeURIComponent(line!.name)}`,
  ])
    expect(await shownBy(query), query).toBe(1);
  for (const query of ["status=failed", "method=offline", "month=2020-01", "search=nobody"])
    expect(await shownBy(query), query).toBe(0);
  expect((await get(page, owner, `${PATH}?status=lost&month=13&cursor=x`)).problem).not.toBeNull();
  expect((await get(page, await makeTenant(), PATH)).movements).toEqual([]);
  await pool.query("update payment set attention = 'amount_mismatch' where booking_id = $1", [id]);
  expect((await get(page, owner, PATH)).alerts).toMatchObject([
    { to: `/dashboard/bookings/${id}` },
  ]);
});

test("where an account has several sets of payment methods, one is chosen", async () => {
  const owner = await makeTenant();
  const payment_method_configurations = ["Online", "Counter"].map((name) => ({
    id: `pmc_${name}_${owner.tenant.id}`,
    name,
    is_default: name === "Online",
  }));
  const { id } = standIn.sandbox.state.addAccount({ name: "Salon", payment_method_configurations });
  await connectAccount(owner, id);
  const { account } = await get(page, owner, PATH);
  expect(account?.problems).toMatchObject([{ text: expect.stringContaining("Choose one below") }]);
  expect(account?.profiles.map(({ label }) => label)).toEqual(["Online", "Counter"]);
  const profile_id = account!.profiles[1]!.value; // two, as said above
  const unknown = refusalOf(
    await post<unknown>(page, owner, PATH, { intent: "profile", profile_id: "other" }),
  );
  expect(unknown.result.error.profile_id).toEqual([expect.stringContaining("no such profile")]);
  const saved = flashOf(await post<unknown>(page, owner, PATH, { intent: "profile", profile_id }));
  expect(saved.text).toBe("Payment methods saved.");
  expect((await get(page, owner, PATH)).account).toMatchObject({
    profile: profile_id,
    problems: [],
  });
});

test("the account is disconnected, what was paid stays, and it can be connected again", async () => {
  const { owner, id, account } = await paidBooking();
  const message = flashOf(await post<unknown>(page, owner, PATH, { intent: "disconnect" }));
  expect(message.text).toBe("Account disconnected.");
  const shown = await get(page, owner, PATH);
  expect(shown).toMatchObject({
    account: { name: null, can_pay: false },
    movements: [{ booking_id: id }],
  });
  expect(shown.account?.problems[0]?.text).toContain("Connect it again");
  expect(await paymentsOf(id)).toMatchObject([{ status: "paid" }]);
  await connectAccount(owner, account);
  expect((await get(page, owner, PATH)).account).toMatchObject({ name: "Salon" });
});

test("a month ends at the company's midnight, for its figures, its lines and its file", async () => {
  const { owner, id } = await paidBooking();
  await cancelAndRefund(owner, id);
  // 23:30 on 31 October and 00:30 on 1 November in Amsterdam
  await pool.query(
    "update payment set captured_at = '2026-10-31T22:30:00Z' where booking_id = $1",
    [id],
  );
  await pool.query(
    "update refund set completed_at = '2026-10-31T23:30:00Z' where booking_id = $1",
    [id],
  );
  const october = await get(page, owner, `${PATH}?month=2026-10`);
  const november = await get(page, owner, `${PATH}?month=2026-11`);
  expect(figuresOf(october.totals)).toEqual({
    Collected: "€25.00",
    Refunded: "€0.00",
    Fees: "€1.26",
    Net: "€23.74",
    Due: "€0.00",
  });
  expect(figuresOf(november.totals)).toMatchObject({
    Collected: "€0.00",
    Refunded: "€25.00",
    Fees: "-€0.63", // the platform's, returned with the refund
    Net: "-€24.37",
  });
  expect(october.movements).toMatchObject([{ amount: "€25.00", day: "31 Oct" }]);
  expect(november.movements).toMatchObject([
    { amount: "-€25.00", net: "-€24.37", day: "1 Nov", status: { label: "Refund" } },
  ]);
  const sheet = async (query: string) => (await get(file, owner, `${PATH}/export?${query}`)).text();
  const [head, row, end] = (await sheet("month=2026-11")).split("\r\n");
  expect(head).toMatch(/^date,date_local,type,status,guest,/);
  expect(row).toMatch(/^2026-10-31T23:30:00Z,2026-11-01 00:30,refund,succeeded,/);
  expect(row).toContain(",card,-25,-0.63,-24.37,EUR,");
  expect(end).toBe("");
  expect((await sheet("month=any&status=refunded")).split("\r\n")).toHaveLength(3);
  const staff = await makeUser(owner, "staff");
  await expect(get(file, staff, `${PATH}/export`)).rejects.toMatchObject({ status: 403 });
  expect(
    (
      await pool.query(
        "select 1 from audit_row where tenant_id = $1 and action = 'payments.exported'",
        [owner.tenant.id],
      )
    ).rowCount,
  ).toBe(2);
});

test("a month's money is shown by method: what was taken at the desk apart from cards", async () => {
  const { owner, slots } = await makePaidService(3);
  const inThreeDays = Date.now() + 3 * 86_400_000;
  const slot = slots.find(({ starts_at }) => starts_at.getTime() > inThreeDays)!;
  const byCard = await waitingBooking(owner, slot.id);
  const { session_id } = await checkout(owner, byCard);
  await atProvider(session_id, "pay");
  await takeWebhooks(owner);
  const methodsOf = async () => (await get(page, owner, PATH)).totals![0]!.methods;
  expect(await methodsOf()).toEqual([]); // only one
  const byHand = StatusChange.parse({
    status: "paid",
    payment_method: "offline",
    offline_method: "cash",
  });
  for (const _guest of [1, 2])
    await changeBookingStatus(owner, await waitingBooking(owner, slot.id), byHand, null);
  expect(await methodsOf()).toEqual([
    { label: "Cash", value: "€50.00", note: null },
    { label: "Card", value: "€25.00", note: null },
  ]);
  await cancelAndRefund(owner, byCard);
  expect(await methodsOf()).toEqual([
    { label: "Cash", value: "€50.00", note: null },
    { label: "Card", value: "€25.00", note: "€25.00 refunded" },
  ]);
  expect(figuresOf((await get(page, owner, PATH)).totals)).toMatchObject({
    Collected: "€75.00",
    Refunded: "€25.00",
  });
  expect((await get(page, owner, `${PATH}?method=offline`)).movements).toHaveLength(2);
});

test("what is due counts the month's bookings, each currency has its line, and tests count nowhere", async () => {
  const { owner, slots } = await makePaidService(3);
  const month = localDateOf(slots[0]!.starts_at.getTime(), owner.tenant.time_zone).slice(0, 7);
  const bookings = await Promise.all([1, 2, 3].map(() => waitingBooking(owner, slots[0]!.id)));
  const change = (text: string, id: string) =>
    pool.query(`update booking set ${text} where tenant_id = $1 and id = $2`, [
      owner.tenant.id,
      id,
    ]);
  await change("written_off_amount = 500", bookings[0]!);
  await change("currency = 'USD'", bookings[1]!);
  await change("livemode = false", bookings[2]!);
  const { totals, movements } = await get(page, owner, `${PATH}?month=${month}`);
  expect(totals).toMatchObject([
    {
      currency: "EUR",
      figures: expect.arrayContaining([{ label: "Due", value: "€20.00", note: "1 booking" }]),
    },
    {
      currency: "USD",
      figures: expect.arrayContaining([{ label: "Due", value: "US$25.00", note: "1 booking" }]),
    },
  ]);
  expect(movements).toEqual([]);
});
