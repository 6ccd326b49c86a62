import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { addDays, localDateOf } from "~/lib/time";
import { makeDesk } from "~/testing/desk";
import { makeResource, makeUser } from "~/testing/factory";
import { readDayFigures } from "./today-figures.sql.server";

test("the amount collected on a day is payments less refunds, including surplus payments", async () => {
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
  const collected = async () => (await readDayFigures(owner, today))[0].collected;
  expect(await collected()).toBe(3200);
  // A surplus payment that could not be refunded is in the account, so it counts.
  await pay(true);
  expect(await collected()).toBe(7400);
});

test("the bookings of a day and of the same weekday a week before, with their guests and prices", async () => {
  const { owner, book, date } = await makeDesk({ price_amount: 4200 });
  const [anna, bea] = [await book(10), await book(11, "Bea"), await book(12, "Cor")];
  await pool.query("update booking set status = 'no_show', party_size = 2 where id = $1", [
    anna!.id,
  ]);
  await pool.query(
    "update booking set starts_at = starts_at - interval '7 days', ends_at = ends_at - interval '7 days' where id = $1",
    [bea!.id],
  );
  expect(await readDayFigures(owner, date)).toEqual([
    { date, bookings: 2, guests: 3, no_shows: 1, expected: 4200, collected: 0 },
    { date: addDays(date, -7), bookings: 1, guests: 1, no_shows: 0, expected: 4200, collected: 0 },
  ]);
  const limited = await makeUser(owner, "staff", {
    resource_ids: [(await makeResource(owner)).id],
  });
  expect((await readDayFigures(limited, date))[0]).toMatchObject({ bookings: 0, guests: 0 });
});
