import { standIn } from "~/testing/payments-on";
import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { flashOf, get, post, refusalOf } from "~/testing/desk";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { connectAccount, paidBooking, paymentsOf } from "~/testing/payment-calls";
import * as page from "./route";

const PATH = "/dashboard/payments";

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
    payments: [],
  });
  expect(shown.account?.problems).toMatchObject([
    { text: expect.stringContaining("No payment account is connected") },
  ]);
  const none = refusalOf(await post<unknown>(page, owner, PATH, { intent: "disconnect" }));
  expect(none.result.error[""]).toEqual([expect.any(String)]);
});

test("a payment is shown with its fee and its booking, by its state and its day", async () => {
  const { owner, id } = await paidBooking();
  const { account, payments } = await get(page, owner, PATH);
  expect(account).toMatchObject({ name: "Salon", can_pay: true, problems: [] });
  expect(payments).toMatchObject([
    { booking_id: id, status: "paid", amount: expect.stringMatching(/25\.00/) },
  ]);
  expect(payments[0]?.about).toMatch(/fee .0\.63/);
  expect(payments[0]?.reference).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect((await get(page, owner, `${PATH}?status=failed`)).payments).toEqual([]);
  expect((await get(page, owner, `${PATH}?from=2020-01-01&to=2020-01-02`)).payments).toEqual([]);
  expect((await get(page, owner, `${PATH}?status=lost&cursor=x`)).problem).not.toBeNull();
  expect((await get(page, await makeTenant(), PATH)).payments).toEqual([]);
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
  const said = flashOf(await post<unknown>(page, owner, PATH, { intent: "disconnect" }));
  expect(said.text).toBe("Account disconnected.");
  const shown = await get(page, owner, PATH);
  expect(shown).toMatchObject({
    account: { name: null, can_pay: false },
    payments: [{ booking_id: id }],
  });
  expect(shown.account?.problems[0]?.text).toContain("Connect it again");
  expect(await paymentsOf(id)).toMatchObject([{ status: "paid" }]);
  await connectAccount(owner, account);
  expect((await get(page, owner, PATH)).account).toMatchObject({ name: "Salon" });
});
