import PgBoss from "pg-boss";
import { expect, test } from "vitest";
import { executorOf } from "~/jobs/queue.server";
import { pool, transaction } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { type NewMail, queueMails } from "./queue-mails.server";
import { queueMail } from "./queue-message.server";
import { sendMessage } from "./send-message.server";

const aMail = (recipient: string): NewMail => {
  return { kind: "booking_created", audience: "customer", recipient, locale: "en" };
};
const queueOne = (owner: UserActor, kind: string, recipient: string) =>
  transaction((db) =>
    queueMail(db, {
      tenant_id: owner.tenant.id,
      kind,
      audience: "customer",
      recipient,
      locale: "en",
    }),
  );

/** The recipients of the next jobs, in the order a worker takes them. */
async function nextRecipients(count: number): Promise<string[]> {
  const worker = new PgBoss({
    db: executorOf(pool),
    supervise: false,
    schedule: false,
    migrate: false,
  });
  const jobs: PgBoss.Job<{ message_id: string }>[] = [];
  while (jobs.length < count)
    jobs.push(...(await worker.fetch<{ message_id: string }>("message.send")));
  const found = await pool.query<{ id: string; recipient: string }>(
    "select id, recipient from message where id = any($1)",
    [jobs.map((job) => job.data.message_id)],
  );
  return jobs.map((job) => found.rows.find((row) => row.id === job.data.message_id)!.recipient);
}

test("a tenant's backlog delays neither other tenants' emails nor codes", async () => {
  const [busy, quiet] = [await makeTenant(), await makeTenant()];
  for (let made = 0; made < 25; made++) {
    const mails = Array.from({ length: 200 }, (_, number) =>
      aMail(`guest-${made}-${number}@example.test`),
    );
    await transaction((db) => queueMails(db, busy.tenant.id, mails));
  }
  await queueOne(busy, "booking_created", "busy@example.test");
  await transaction((db) =>
    queueMails(db, quiet.tenant.id, [aMail("first@example.test"), aMail("second@example.test")]),
  );
  await queueOne(quiet, "verification_code", "code@example.test");
  const jobs = await pool.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name = 'message.send'",
  );
  expect(jobs.rows[0]!.count).toBe(5004); // each once
  expect(await nextRecipients(5)).toEqual([
    "code@example.test",
    "guest-0-0@example.test",
    "first@example.test",
    "guest-0-1@example.test",
    "second@example.test",
  ]);
});

test("emails queued together are counted individually, and a job without tenant finds it", async () => {
  const owner = await makeTenant();
  const mails = Array.from({ length: 22 }, () => aMail("often@example.test"));
  await transaction((db) =>
    queueMails(
      db,
      owner.tenant.id,
      mails.map((mail) => ({ ...mail, kind: "test_kind" })),
    ),
  );
  const content =
    "update message set subject = 'Hello', html = '<p>Hello</p>', text = 'Hello' where tenant_id = $1 returning id";
  const ids = (await pool.query<{ id: string }>(content, [owner.tenant.id])).rows.map(
    (row) => row.id,
  );
  for (const [index, message_id] of ids.entries())
    await sendMessage(
      index % 2 === 0 ? { message_id } : { tenant_id: owner.tenant.id, message_id },
    );
  const states = await pool.query(
    "select status, error_code, count(*)::int from message where tenant_id = $1 group by 1, 2 order by 3",
    [owner.tenant.id],
  );
  expect(states.rows).toEqual([
    { status: "held", error_code: "recipient_quota", count: 2 },
    { status: "sent", error_code: null, count: 20 },
  ]);
});
