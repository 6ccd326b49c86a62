import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { pool, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { book, putPayment, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeSchedule, makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { queueMail } from "./queue-message.server";
import { guestMailOf } from "./guest-mail.server";
import { sendMessage } from "./send-message.server";

const anAddress = () => `guest-${newId()}@example.test`;
const content = { subject: "Hello", html: "<p>Hello</p>", text: "Hello", attachments: [] };

async function aMail(
  owner: UserActor,
  recipient: string,
  kind = "booking_created",
): Promise<string> {
  const mail = {
    tenant_id: owner.tenant.id,
    kind,
    audience: "customer" as const,
    recipient,
    locale: "en",
    content,
  };
  return (await transaction((db) => queueMail(db, mail)))!; // without an event every message is a new one
}
const stateOf = async (id: string) =>
  (await pool.query("select status, error_code, attempts from message where id = $1", [id]))
    .rows[0];
const pretend = (owner: UserActor, sent: number) =>
  pool.query("insert into mail_usage values ($1, (now() at time zone 'UTC')::date, '', $2)", [
    owner.tenant.id,
    sent,
  ]);

test("a new tenant's email over its daily quota is held with a reason and sent the next day", async () => {
  const owner = await makeTenant();
  await pretend(owner, env.MAIL_PER_DAY_FIRST_WEEK - 1);
  const to = anAddress();
  const [first, second] = [await aMail(owner, to), await aMail(owner, to)];
  await sendMessage({ message_id: first });
  await sendMessage({ message_id: second });
  expect([await stateOf(first), await stateOf(second)]).toEqual([
    { status: "sent", error_code: null, attempts: 1 },
    { status: "held", error_code: "tenant_quota", attempts: 0 },
  ]);
  expect(await sentTo(to)).toHaveLength(1);
  const log = await json(
    await call("/api/email/messages?status=held", { cookie: await signIn(owner) }),
  );
  expect(log).toMatchObject({ data: [{ id: second, status: "held", error_code: "tenant_quota" }] });
  const waits = await pool.query<{ is_later: boolean }>(
    "select start_after > date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '1 day' as is_later from pgboss.job where data ->> 'message_id' = $1 order by start_after desc limit 1",
    [second],
  );
  expect(waits.rows).toEqual([{ is_later: true }]);
  await pool.query("update mail_usage set day = day - 1 where tenant_id = $1", [owner.tenant.id]);
  await sendMessage({ message_id: second });
  expect(await stateOf(second)).toEqual({ status: "sent", error_code: null, attempts: 1 });
});

test("copies to staff have a separate quota", async () => {
  const owner = await makeTenant();
  await pretend(owner, env.MAIL_PER_DAY_FIRST_WEEK - 1);
  const send = async (to: string) => {
    const id = await aMail(owner, to);
    await sendMessage({ message_id: id });
    return (await stateOf(id)) as { status: string; error_code: string | null };
  };
  for (const [to, status] of [
    [owner.email, "sent"],
    [anAddress(), "sent"], // the guests' last one of the day
    [anAddress(), "held"],
    [owner.email, "sent"],
  ] as const)
    expect(await send(to)).toMatchObject({ status });
  await pool.query(
    "update mail_usage set sent = $2 where tenant_id = $1 and recipient_hash = '\\x0000'",
    [owner.tenant.id, env.MAIL_PER_DAY_FIRST_WEEK],
  );
  expect(await send(owner.email)).toMatchObject({ status: "held", error_code: "tenant_quota" });
});

test("a tenant older than a week has a higher quota", async () => {
  const owner = await makeTenant();
  await pretend(owner, env.MAIL_PER_DAY_FIRST_WEEK);
  await pool.query("update tenant set created_at = now() - interval '8 days' where id = $1", [
    owner.tenant.id,
  ]);
  const id = await aMail(owner, anAddress());
  await sendMessage({ message_id: id });
  expect(await stateOf(id)).toMatchObject({ status: "sent" });
});

test("a new tenant with real payments has a higher quota, with test payments it does not", async () => {
  for (const [livemode, status] of [
    [true, "sent"],
    [false, "held"],
  ] as const) {
    const owner = await makeTenant();
    const room = await makeResource(owner);
    const schedule = await makeSchedule(owner, [room.id]);
    const booking = await book(owner, (await slotsOf(schedule.id))[3]!.id);
    await putPayment(booking.id, 2500, "paid", "payprovider");
    await pool.query("update payment set livemode = $2 where booking_id = $1", [
      booking.id,
      livemode,
    ]);
    await pretend(owner, env.MAIL_PER_DAY_FIRST_WEEK);
    const id = await aMail(owner, anAddress());
    await sendMessage({ message_id: id });
    expect(await stateOf(id), String(livemode)).toMatchObject({ status });
  }
});

test("a recipient gets at most twenty a day, excluding codes and staff", async () => {
  const owner = await makeTenant();
  const to = anAddress();
  const ids = await Promise.all(Array.from({ length: 24 }, () => aMail(owner, to)));
  await Promise.all(ids.map((message_id) => sendMessage({ message_id })));
  const states = await Promise.all(ids.map(stateOf));
  expect(states.filter(({ status }) => status === "sent")).toHaveLength(20);
  expect(
    states.filter(
      ({ status, error_code }) => status === "held" && error_code === "recipient_quota",
    ),
  ).toHaveLength(4);
  const others = [await aMail(owner, to, "verification_code"), await aMail(owner, anAddress())];
  for (let n = 0; n < 22; n++) others.push(await aMail(owner, owner.email));
  for (const message_id of others) await sendMessage({ message_id });
  expect(
    (await Promise.all(others.map(stateOf))).filter(({ status }) => status === "sent"),
  ).toHaveLength(24);
});

test("a message can be resent at most three times, including its copies", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const id = await aMail(owner, anAddress());
  await sendMessage({ message_id: id });
  const resend = (message: string) =>
    call(`/api/email/messages/${message}/resend`, { cookie, method: "POST" });
  const again = (await json(await resend(id))) as { id: string };
  await sendMessage({ message_id: again.id });
  expect((await resend(again.id)).status).toBe(202);
  const statuses = await Promise.all([resend(id), resend(id), resend(again.id)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([202, 429, 429]);
});

test("emails about unverified bookings have a separate quota", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner, { capacity: 8 });
  const [slot] = (await slotsOf((await makeSchedule(owner, [room.id])).id)).slice(20);
  const mailOf = async (is_proven: boolean | null) => {
    const booking = await book(owner, slot!.id, { notify: false });
    await pool.query("update booking set is_proven = $2 where id = $1", [booking.id, is_proven]);
    const id = await aMail(owner, anAddress());
    await pool.query("update message set booking_id = $2 where id = $1", [id, booking.id]);
    await sendMessage({ message_id: id });
    return stateOf(id);
  };
  const sent = { status: "sent", error_code: null, attempts: 1 };
  expect(await mailOf(false)).toEqual(sent);
  const usage = async () =>
    (
      await pool.query(
        "select length(recipient_hash) as of, sent from mail_usage where tenant_id = $1 and length(recipient_hash) < 2 order by 1",
        [owner.tenant.id],
      )
    ).rows;
  expect(await usage()).toEqual([{ of: 1, sent: 1 }]);
  await pool.query(
    "update mail_usage set sent = $2 where tenant_id = $1 and length(recipient_hash) = 1",
    [owner.tenant.id, env.MAIL_PER_DAY_UNPROVEN],
  );
  expect(await mailOf(false)).toEqual({
    status: "held",
    error_code: "unproven_quota",
    attempts: 0,
  });
  // The status shown to the desk uses the same count.
  const emailGuest = async (is_proven: boolean | null) => {
    const booking = await book(owner, slot!.id);
    await pool.query("update booking set is_proven = $2 where id = $1", [booking.id, is_proven]);
    return guestMailOf(owner.tenant.id, booking.id);
  };
  expect(await emailGuest(false)).toBe("tomorrow");
  expect(await emailGuest(true)).toBe("sent");
  expect(await mailOf(true)).toEqual(sent);
  expect(await mailOf(null)).toEqual(sent);
  expect(await usage()).toEqual([
    { of: 0, sent: 2 },
    { of: 1, sent: env.MAIL_PER_DAY_UNPROVEN },
  ]);
});
