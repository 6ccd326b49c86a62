import { received, refusals } from "~/testing/postmark-stand-in";
import { expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { pool, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { queueMail } from "./queue-message.server";
import { sendMessage } from "./send-message.server";
import { previewTemplate } from "./try-template.server";

const anAddress = () => `guest-${newId()}@example.test`;

async function queueTo(owner: UserActor, recipient: string): Promise<string> {
  const content = { subject: "Hello", html: "<p>Hello</p>", text: "Hello\n", attachments: [] };
  const message = {
    tenant_id: owner.tenant.id,
    kind: "test",
    audience: "customer",
    recipient,
    locale: "en",
    content,
  } as const;
  return (await transaction((db) => queueMail(db, message)))!;
}

async function stateOf(id: string) {
  const found = await pool.query(
    "select status, attempts, error_code, provider_id from message where id = $1",
    [id],
  );
  return found.rows[0] as {
    status: string;
    attempts: number;
    error_code: string | null;
    provider_id: string | null;
  };
}

const attempt = (message_id: string) =>
  sendMessage({ message_id }).then(
    () => "done",
    () => "again",
  );
const sentTo = (address: string) => received.filter((mail) => mail.To === address);

test("Postmark receives every kind of email completely", async () => {
  const owner = await makeTenant({ name: 'Studio "Linden"' });
  await pool.query("update tenant set email = 'hello@studio.test' where id = $1", [
    owner.tenant.id,
  ]);
  for (const key of templateKeys) {
    const recipient = anAddress();
    const content = { ...(await previewTemplate(owner, { key, locale: "fr" })), attachments: [] };
    const message = {
      tenant_id: owner.tenant.id,
      kind: "test",
      audience: "customer",
      recipient,
      locale: "fr",
      content,
    } as const;
    const message_id = (await transaction((db) => queueMail(db, message)))!;
    await sendMessage({ message_id });
    const [mail] = sentTo(recipient);
    expect(mail).toMatchObject({
      From: `"Studio Linden (${owner.tenant.slug}@book.test) via Booking Service" <no-reply@book.test>`,
      ReplyTo: "hello@studio.test",
      Subject: content.subject,
      HtmlBody: content.html,
      TextBody: content.text,
      MessageStream: "outbound",
      Metadata: { tenant_id: owner.tenant.id, message_id },
    });
    expect(mail!.Headers).toContainEqual({
      Name: "Message-ID",
      Value: `<${message_id}@127.0.0.1>`,
    });
    expect(await stateOf(message_id)).toMatchObject({
      status: "sent",
      attempts: 1,
      provider_id: expect.any(String),
    });
  }
});

test("an inactive recipient (406) is suppressed", async () => {
  const owner = await makeTenant();
  const recipient = anAddress();
  refusals.set(recipient, { status: 422, code: 406, times: 1 });
  const first = await queueTo(owner, recipient);
  expect(await attempt(first)).toBe("done");
  expect(await stateOf(first)).toMatchObject({ status: "suppressed", error_code: "postmark_406" });
  const second = await queueTo(owner, recipient);
  await sendMessage({ message_id: second });
  expect(await stateOf(second)).toMatchObject({
    status: "suppressed",
    error_code: "inactive_recipient",
  });
  expect(sentTo(recipient)).toHaveLength(1);
  const elsewhere = await queueTo(await makeTenant(), recipient);
  await sendMessage({ message_id: elsewhere });
  expect(await stateOf(elsewhere)).toMatchObject({ status: "sent" });
});

test.each([
  [429, 0],
  [500, 0],
  [503, 100],
  [422, 405],
])("after %i with code %i the email is retried and arrives once", async (status, code) => {
  const recipient = anAddress();
  refusals.set(recipient, { status, code, times: 2 });
  const id = await queueTo(await makeTenant(), recipient);
  expect([await attempt(id), await attempt(id), await attempt(id), await attempt(id)]).toEqual([
    "again",
    "again",
    "done",
    "done",
  ]);
  expect(await stateOf(id)).toMatchObject({ status: "sent", attempts: 3 });
  expect(sentTo(recipient)).toHaveLength(3);
});

test("another 422 is final", async () => {
  const recipient = anAddress();
  refusals.set(recipient, { status: 422, code: 300, times: 1 });
  const id = await queueTo(await makeTenant(), recipient);
  expect(await attempt(id)).toBe("done");
  expect(await stateOf(id)).toMatchObject({ status: "failed", error_code: "postmark_300" });
});

test("endless failures end as failed", async () => {
  const recipient = anAddress();
  refusals.set(recipient, { status: 500, code: 0, times: 100 });
  const id = await queueTo(await makeTenant(), recipient);
  for (let count = 1; count < 11; count++) expect(await attempt(id)).toBe("again");
  expect(await attempt(id)).toBe("done");
  expect(await stateOf(id)).toMatchObject({ status: "failed", attempts: 11 });
});

test("a job of a dead worker is resumed after its lease, not before", async () => {
  const recipient = anAddress();
  const id = await queueTo(await makeTenant(), recipient);
  await pool.query(
    "update message set attempts = 1, leased_until = now() + interval '30 seconds' where id = $1",
    [id],
  );
  expect(await attempt(id)).toBe("again");
  await pool.query("update message set leased_until = now() - interval '1 second' where id = $1", [
    id,
  ]);
  expect(await attempt(id)).toBe("done");
  expect(sentTo(recipient)).toHaveLength(1);
});

const post = (body: object, password: string) =>
  call("/api/webhooks/postmark", {
    body,
    headers: { Authorization: `Basic ${Buffer.from(`any:${password}`).toString("base64")}` },
  });

async function aSentMessage() {
  const owner = await makeTenant();
  const recipient = anAddress();
  const id = await queueTo(owner, recipient);
  await sendMessage({ message_id: id });
  const { provider_id } = await stateOf(id);
  const report = {
    MessageID: provider_id,
    Email: recipient,
    Metadata: { tenant_id: owner.tenant.id, message_id: id },
  };
  const isSuppressed = async () =>
    (
      await pool.query("select 1 from email_suppression where tenant_id = $1 and address = $2", [
        owner.tenant.id,
        recipient,
      ])
    ).rowCount === 1;
  return { owner, id, report, isSuppressed };
}

test("a bounce requires the webhook's password", async () => {
  const { report, id } = await aSentMessage();
  const bounce = { RecordType: "Bounce", Type: "HardBounce", Inactive: true, ...report };
  for (const wrong of ["", "a-long-webhook-secre", "a-long-webhook-secret2"])
    expect((await post(bounce, wrong)).status).toBe(401);
  expect((await call("/api/webhooks/postmark", { body: bounce })).status).toBe(401);
  expect(await stateOf(id)).toMatchObject({ status: "sent" });
});

test.each([
  [{ RecordType: "Bounce", Type: "HardBounce", Inactive: true }, true],
  [{ RecordType: "Bounce", Type: "SoftBounce", Inactive: false }, false],
  [{ RecordType: "SpamComplaint", Type: "SpamComplaint" }, true],
  [
    {
      RecordType: "SubscriptionChange",
      SuppressSending: true,
      SuppressionReason: "ManualSuppression",
    },
    true,
  ],
])("%j marks the message, and permanent ones suppress the address", async (event, isLasting) => {
  const { report, id, isSuppressed } = await aSentMessage();
  expect(
    await json(
      await post({ ...event, ...report, TypeCode: 1, ServerID: 2 }, "a-long-webhook-secret"),
    ),
  ).toEqual({
    handled: true,
  });
  expect(await stateOf(id)).toMatchObject({ status: "bounced" });
  expect(await isSuppressed()).toBe(isLasting);
  expect((await post({ ...event, ...report }, "a-long-webhook-secret")).status).toBe(200);
});

test("reports about other messages or successes change nothing", async () => {
  const { report, id } = await aSentMessage();
  const others = [
    { RecordType: "Delivery", ...report },
    { RecordType: "Bounce", Type: "HardBounce", ...report, MessageID: newId() },
    { RecordType: "Bounce", Type: "HardBounce", ...report, Metadata: { tenant_id: newId() } },
    { RecordType: "Bounce", Type: "HardBounce", MessageID: report.MessageID },
  ];
  for (const event of others)
    expect(await json(await post(event, "a-long-webhook-secret"))).toEqual({ handled: false });
  expect(await stateOf(id)).toMatchObject({ status: "sent" });
});

test("removing a suppression allows emails again", async () => {
  const { owner, report } = await aSentMessage();
  await post({ RecordType: "SpamComplaint", ...report }, "a-long-webhook-secret");
  const cookie = await signIn(owner);
  expect(await json(await call("/api/email/suppressions", { cookie }))).toMatchObject({
    data: [{ address: report.Email, reason: "SpamComplaint" }],
  });
  const path = `/api/email/suppressions?address=${encodeURIComponent(report.Email)}`;
  expect((await call(path, { cookie, method: "DELETE" })).status).toBe(204);
  expect((await call(path, { cookie, method: "DELETE" })).status).toBe(404);
});
