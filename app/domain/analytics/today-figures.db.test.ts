import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { localDateOf } from "~/lib/time";
import { makeDesk } from "~/testing/desk";
import { readDayFigures } from "./today-figures.sql.server";

test("the day's net is what came in less what went back, of money that came twice too", async () => {
  const { owner, book } = await makeDesk({ price_amount: 4200 });
  const { id } = await book(10);
  const tenant = owner.tenant.id;
  const pay = async (is_surplus: boolean) => {
    const payment = newId();
    await pool.query(
      `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, captured_at, is_surplus)
       values ($1, $2, $3, 'payprovider', 'paid', 4200, $4, now(), $5)`,
      [tenant, payment, id, owner.tenant.currency, is_surplus],
    );
    return payment;
  };
  const refund = (payment: string, amount: number) =>
    pool.query(
      `insert into refund (tenant_id, id, payment_id, booking_id, idempotency_key, amount, currency, status, reason, completed_at)
       values ($1, $2, $3, $4, $2, $5, $6, 'succeeded', 'test', now())`,
      [tenant, newId(), payment, id, amount, owner.tenant.currency],
    );
  await refund(await pay(false), 1000);
  await refund(await pay(true), 4200);
  const today = localDateOf(Date.now(), owner.tenant.time_zone);
  const figures = await readDayFigures(owner, today);
  const netToday = (all: Awaited<ReturnType<typeof readDayFigures>>) => all.find(({ date }) => date === today)?.net;
  expect(netToday(figures)).toBe(3200);
  // A second payment that could not be given back is on the account, so it counts.
  await pay(true);
  expect(netToday(await readDayFigures(owner, today))).toBe(7400);
});
