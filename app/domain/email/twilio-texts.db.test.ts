import "~/testing/twilio-on";
import { beforeEach, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { call } from "~/testing/request";
import { aTextedBooking, HOUR, sweepTexts, textsOf } from "~/testing/texted-booking";
import { prices, received, refusals, signTwilio, TWILIO_NUMBER } from "~/testing/twilio-stand-in";
import { sendMessage } from "./send-message.server";
import { readTextUsage } from "./text-usage.sql.server";

beforeEach(() => void received.splice(0));

const attempt = (tenant_id: string, message_id: string) =>
  sendMessage({ tenant_id, message_id }).then(
    () => "done",
    () => "again",
  );

/** A due text of a new company; `phone` for one that several companies text. */
async function aDueText(made: Parameters<typeof aTextedBooking>[0] = {}) {
  const booked = await aTextedBooking(made);
  await sweepTexts(booked.starts - 2 * HOUR);
  const tenantId = booked.owner.tenant.id;
  const [text] = await textsOf(tenantId);
  return { ...booked, tenantId, messageId: text!.id };
}

async function aSentText(made: Parameters<typeof aTextedBooking>[0] = {}) {
  const due = await aDueText(made);
  expect(await attempt(due.tenantId, due.messageId)).toBe("done");
  return due;
}

/** A webhook as Twilio sends it. */
function webhook(
  form: Record<string, string>,
  {
    path = "/api/webhooks/twilio",
    ...sent
  }: { path?: string; signature?: string | null; raw?: string } = {},
) {
  const signature =
    sent.signature === undefined ? signTwilio(`${env.BASE_URL}${path}`, form) : sent.signature;
  return call(path, {
    raw: sent.raw ?? new URLSearchParams(form).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded; charset=UTF-8",
      ...(signature !== null && { "X-Twilio-Signature": signature }),
    },
  });
}

const reply = (phone: string, Body: string, more: Record<string, string> = {}) =>
  webhook({
    From: phone,
    To: TWILIO_NUMBER,
    Body,
    MessageSid: "SM1",
    SmsStatus: "received",
    ...more,
  });

async function isSuppressed(tenantId: string, phone: string): Promise<boolean> {
  const found = await pool.query(
    "select 1 from email_suppression where tenant_id = $1 and address = $2",
    [tenantId, phone],
  );
  return found.rowCount === 1;
}

test("a text goes to Twilio with the address for its state, and what it cost is counted", async () => {
  const due = await aDueText();
  prices.set(due.phone, { price: "-0.15", price_unit: "USD" });
  await attempt(due.tenantId, due.messageId);
  const { form } = received.at(-1)!;
  expect(form).toMatchObject({ To: due.phone, From: TWILIO_NUMBER });
  expect(form["StatusCallback"]).toBe(
    `${env.BASE_URL}/api/webhooks/twilio?tenant_id=${due.tenantId}&message_id=${due.messageId}`,
  );
  expect(await readTextUsage(due.tenantId)).toEqual({
    sent: 1,
    parts: 2,
    unpriced_parts: 0,
    reported: [{ currency: "USD", amount: "0.15000" }],
  });
  const { tenantId } = await aSentText();
  expect(await readTextUsage(tenantId)).toMatchObject({ sent: 1, unpriced_parts: 2, reported: [] });
});

test("WhatsApp uses the template of the guest's language, with its variables", async () => {
  const { phone } = await aSentText({ policy: { text_channel: "whatsapp" }, locale: "nl" });
  const { form } = received.at(-1)!;
  expect(form).toMatchObject({
    To: `whatsapp:${phone}`,
    From: "whatsapp:+3197000001",
    ContentSid: `HX${"1".repeat(32)}`,
  });
  expect(form["Body"]).toBeUndefined();
  expect(Object.keys(JSON.parse(form["ContentVariables"]!) as object)).toEqual([
    "1",
    "2",
    "3",
    "4",
  ]);
});

test("a failing provider is tried again, and the text arrives once", async () => {
  const due = await aDueText();
  refusals.set(due.phone, { status: 503, times: 2 });
  expect(await attempt(due.tenantId, due.messageId)).toBe("again");
  expect(await attempt(due.tenantId, due.messageId)).toBe("again");
  expect(await attempt(due.tenantId, due.messageId)).toBe("done");
  expect(await attempt(due.tenantId, due.messageId)).toBe("done");
  expect(received.filter(({ form }) => form["To"] === due.phone)).toHaveLength(3);
  expect(await readTextUsage(due.tenantId)).toMatchObject({ sent: 1 });
});

test("STOP ends the texts of every company that texted the number, START lets them go again", async () => {
  const first = await aSentText();
  const second = await aDueText({ phone: first.phone });
  const stranger = await aDueText();
  for (let time = 0; time < 2; time++)
    expect((await reply(first.phone, " stop ")).status).toBe(204);
  expect(await isSuppressed(first.tenantId, first.phone)).toBe(true);
  expect(await isSuppressed(stranger.tenantId, first.phone)).toBe(false);
  received.splice(0);
  await attempt(second.tenantId, second.messageId);
  expect(received).toEqual([]);
  expect(await textsOf(second.tenantId)).toMatchObject([
    { status: "suppressed", error_code: "opted_out" },
  ]);
  expect(await attempt(stranger.tenantId, stranger.messageId)).toBe("done");
  expect(await textsOf(stranger.tenantId)).toMatchObject([{ status: "sent" }]);
  await reply(first.phone, "START");
  expect(await isSuppressed(first.tenantId, first.phone)).toBe(false);
  expect(await isSuppressed(second.tenantId, first.phone)).toBe(false);
});

test("Advanced Opt-Out's verdict counts before the words, and chatter changes nothing", async () => {
  const { tenantId, phone } = await aSentText();
  await reply(phone, "Please do not stop, see you on Monday");
  expect(await isSuppressed(tenantId, phone)).toBe(false);
  await reply(`whatsapp:${phone}`, "Arrêt", { OptOutType: "STOP" });
  expect(await isSuppressed(tenantId, phone)).toBe(true);
  await reply(phone, "info", { OptOutType: "HELP" });
  expect(await isSuppressed(tenantId, phone)).toBe(true);
});

test("forged and oversized webhooks are refused and change nothing", async () => {
  const { tenantId, phone } = await aSentText();
  const form = { From: phone, Body: "STOP" };
  const url = `${env.BASE_URL}/api/webhooks/twilio`;
  for (const signature of [
    null,
    "",
    signTwilio(url, form, "another-token"),
    signTwilio(url, { ...form, Body: "START" }),
    signTwilio(`${url}?x=1`, form),
  ])
    expect((await webhook(form, { signature })).status, String(signature)).toBe(400);
  const large = { ...form, Body: "x".repeat(70_000) };
  expect((await webhook(large)).status).toBe(413);
  expect(await isSuppressed(tenantId, phone)).toBe(false);
});

test("a state of the message is stored once, and cannot name another company's", async () => {
  const { tenantId, messageId, phone } = await aSentText();
  const other = await aSentText();
  const path = (tenant: string) =>
    `/api/webhooks/twilio?tenant_id=${tenant}&message_id=${messageId}`;
  const report = (MessageStatus: string, more: object = {}, tenant = tenantId) =>
    webhook({ MessageStatus, MessageSid: "SM1", ...more }, { path: path(tenant) });
  const state = async () =>
    (
      await pool.query<{ status: string; error_code: string | null; delivered_at: Date | null }>(
        "select status, error_code, delivered_at from message where tenant_id = $1 and id = $2",
        [tenantId, messageId],
      )
    ).rows[0]!;
  await report("failed", { ErrorCode: "30003" }, other.tenantId);
  expect(await state()).toMatchObject({ status: "sent", delivered_at: null });
  await report("sent");
  await report("delivered");
  const { delivered_at } = await state();
  expect(delivered_at).not.toBeNull();
  await report("delivered");
  expect((await state()).delivered_at).toEqual(delivered_at);
  await report("undelivered", { ErrorCode: "21610" });
  expect(await state()).toMatchObject({ status: "bounced", error_code: "twilio_21610" });
  expect(await isSuppressed(tenantId, phone)).toBe(true);
});

test("a number that Twilio has blocked is not tried again", async () => {
  const due = await aDueText();
  refusals.set(due.phone, { status: 400, code: 21610 });
  expect(await attempt(due.tenantId, due.messageId)).toBe("done");
  expect(await textsOf(due.tenantId)).toMatchObject([
    { status: "suppressed", error_code: "twilio_21610" },
  ]);
  expect(await isSuppressed(due.tenantId, due.phone)).toBe(true);
});
