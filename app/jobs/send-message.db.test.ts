import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { NewBooking } from "~/contract/booking-inputs";
import { createBooking } from "~/domain/bookings/place/create-booking.server";
import { relayEvents } from "~/domain/events/relay.server";
import { sendMessage } from "~/domain/email/send-message.server";
import { pool } from "~/lib/db.server";
import { aCustomer, makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { startWorker } from "./worker.server";

test("a committed booking results in one email, sent by the worker", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 20",
    [schedule.id],
  );
  const customer = aCustomer();
  await createBooking(owner, NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }), null);
  const worker = await startWorker();
  try {
    const status = async () =>
      (
        await pool.query<{ status: string }>("select status from message where recipient = $1", [
          customer.email,
        ])
      ).rows[0]?.status;
    await expect.poll(status, { timeout: 60_000 }).toBe("sent");
  } finally {
    await worker.stop();
  }
  expect(await sentTo(customer.email)).toMatchObject([
    { subject: expect.stringMatching(/^Confirmed: /) },
  ]);
});

test("an email whose sending cannot be recorded is sent at most twice", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 21",
    [schedule.id],
  );
  const customer = aCustomer();
  await createBooking(owner, NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }), null);
  while ((await relayEvents(100)) > 0);
  const found = await pool.query<{ id: string }>("select id from message where recipient = $1", [
    customer.email,
  ]);
  const id = found.rows[0]!.id;
  await pool.query(`create function refuse_sent() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$;
    create trigger refuse_sent before update on message for each row when (new.status = 'sent') execute function refuse_sent()`);
  for (let run = 0; run < 2; run++) {
    await expect(sendMessage({ tenant_id: owner.tenant.id, message_id: id })).rejects.toThrow(
      "the disk is full",
    );
    await pool.query(
      "update message set leased_until = now() - interval '1 second' where id = $1",
      [id],
    );
  }
  for (let run = 0; run < 3; run++)
    await sendMessage({ tenant_id: owner.tenant.id, message_id: id });
  await pool.query("drop trigger refuse_sent on message");
  expect(await sentTo(customer.email)).toHaveLength(2);
  const stored = await pool.query("select status, error_code from message where id = $1", [id]);
  expect(stored.rows).toEqual([{ status: "failed", error_code: "unconfirmed" }]);
});

test("an email sent during a failover is recorded afterwards and sent once", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 23",
    [schedule.id],
  );
  const customer = aCustomer();
  await createBooking(owner, NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }), null);
  while ((await relayEvents(100)) > 0);
  const found = await pool.query<{ id: string }>("select id from message where recipient = $1", [
    customer.email,
  ]);
  const id = found.rows[0]!.id;
  // A sequence is not rolled back, so only the first write fails, as on a server that is shutting
  // down.
  await pool.query(`create sequence refusals;
    create function refuse_once() returns trigger language plpgsql as $$ begin
      if nextval('refusals') = 1 then raise 'stopping' using errcode = '57P01'; end if;
      return new; end $$;
    create trigger refuse_once before update on message for each row when (new.status = 'sent') execute function refuse_once()`);
  await sendMessage({ tenant_id: owner.tenant.id, message_id: id });
  await pool.query("drop trigger refuse_once on message");
  const stored = await pool.query("select status, attempts from message where id = $1", [id]);
  expect(stored.rows).toEqual([{ status: "sent", attempts: 1 }]);
  expect(await sentTo(customer.email)).toHaveLength(1);
});

test("an email that cannot be rendered is not lost: attempts count only provider calls", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const schedule = await makeSchedule(owner, [room.id]);
  const slots = await pool.query<{ id: string }>(
    "select id from slot where schedule_id = $1 order by starts_at offset 22",
    [schedule.id],
  );
  const customer = aCustomer();
  await createBooking(owner, NewBooking.parse({ slot_id: slots.rows[0]!.id, customer }), null);
  while ((await relayEvents(100)) > 0);
  const message = async () =>
    (
      await pool.query<{ id: string; status: string; attempts: number; error_code: string | null }>(
        "select id, status, attempts, error_code from message where recipient = $1",
        [customer.email],
      )
    ).rows[0]!;
  const { id } = await message();
  const send = () => sendMessage({ tenant_id: owner.tenant.id, message_id: id });
  // As on another version's schema: rendering works, the next step fails.
  await pool.query("alter table email_suppression rename to email_suppression_of_later");
  try {
    for (let run = 0; run < 15; run++)
      await expect(send()).rejects.toThrow('relation "email_suppression" does not exist');
    expect(await message()).toEqual({ id, status: "queued", attempts: 0, error_code: null });
  } finally {
    await pool.query("alter table email_suppression_of_later rename to email_suppression");
  }
  await send();
  expect(await message()).toMatchObject({ status: "sent", attempts: 1, error_code: null });
  expect(await sentTo(customer.email)).toHaveLength(1);
});
