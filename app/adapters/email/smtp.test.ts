import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { templateKeys } from "~/contract/email";
import { bookingIcs } from "~/domain/calendar/booking-ics";
import { defaultTemplate } from "~/domain/email/default-templates";
import { exampleValues } from "~/domain/email/example-values";
import { compose } from "~/domain/email/render-message.server";
import { DeliveryError } from "./port";
import { smtpSender } from "./smtp.server";

const arrived: { to: string[]; from: string; raw: string }[] = [];
const refusals: Record<string, string> = {
  "gone@example.test": "550 5.1.1 No such user",
  "full@example.test": "452 4.2.2 Mailbox full",
  "spam@example.test": "554 5.7.1 Not wanted here",
};

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo({ address }, _session, done) {
    const refusal = refusals[address];
    if (refusal === undefined) return done();
    done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const { mailFrom, rcptTo } = session.envelope;
      arrived.push({
        to: rcptTo.map(({ address }) => address),
        from: mailFrom === false ? "" : mailFrom.address,
        raw: Buffer.concat(chunks).toString("utf8"),
      });
      done();
    });
  },
});
let url = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const connection of server.connections) connection.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const aMail = (to: string) => ({
  to,
  from: '"Studio Linden" <no-reply@book.test>',
  subject: "Bestätigt: مرحبًا",
  html: "<p>Grüße</p>",
  text: "Grüße\n",
  reply_to: "hello@studio.test",
  headers: { "Message-ID": "<m1@book.test>", "Auto-Submitted": "auto-generated" },
});

test("sends text, HTML and the invitation as an alternative, with the given message id", async () => {
  const at = new Date("2027-01-04T14:00:00Z");
  const ics = bookingIcs(
    {
      booking_id: "b1",
      sequence: 2,
      starts_at: at,
      ends_at: new Date("2027-01-04T15:00:00Z"),
      updated_at: at,
      summary: "Cut",
      description: "",
      location: null,
      url: null,
      conference: null,
      is_cancelled: false,
    },
    "book.test",
    {
      organizer: { name: "Studio", email: "hello@studio.test" },
      guest: { name: "Anna", email: "anna@example.test" },
    },
  );
  const attachment = {
    filename: "booking.ics",
    content_type: "text/calendar; charset=utf-8; method=REQUEST",
    content: Buffer.from(ics).toString("base64"),
  };
  const { provider_id } = await smtpSender(url).send({
    ...aMail("anna@example.test"),
    attachments: [attachment],
  });
  expect(provider_id).toBe("<m1@book.test>");
  const { raw, to, from } = arrived.at(-1)!;
  expect({ to, from }).toEqual({ to: ["anna@example.test"], from: "no-reply@book.test" });
  for (const part of [
    "Message-ID: <m1@book.test>",
    "Auto-Submitted: auto-generated",
    "Reply-To: hello@studio.test",
    "Content-Type: multipart/alternative",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Type: text/html; charset=utf-8",
    "Content-Type: text/calendar; charset=utf-8; method=REQUEST",
    "filename=booking.ics",
  ])
    expect(raw).toContain(part);
});

const tenant = {
  id: "t1",
  slug: "linden",
  name: "Studio Linden",
  email: null,
  phone: null,
  website: null,
  address: null,
  locale: "ar",
  time_zone: "Europe/Amsterdam",
  logo_url: null,
  accent: null,
};

test.each(templateKeys)("%s arrives unchanged, in any script", async (key) => {
  const reading = { locale: "ar", time_zone: "Africa/Cairo" };
  const values = exampleValues(
    key,
    reading,
    Date.parse("2027-01-04T12:00:00Z"),
    "https://book.test",
  );
  const mail = await compose(key, { ...defaultTemplate(key, "ar"), locale: "ar" }, values, tenant);
  await smtpSender(url).send({ ...aMail("anna@example.test"), ...mail });
  const { raw } = arrived.at(-1)!;
  const parts = raw.split(/\r\n--[^\r\n]+/).filter((part) => /^\s*Content-Type: text/.test(part));
  const bodies = parts.map((part) => {
    const [head = "", ...body] = part.split("\r\n\r\n");
    const encoded = body.join("\r\n\r\n");
    if (/base64/i.test(head)) return Buffer.from(encoded, "base64").toString("utf8");
    const bytes = encoded
      .replace(/=\r\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    return Buffer.from(bytes, "latin1").toString("utf8");
  });
  const normal = (text: string | undefined) => text?.replace(/\r\n/g, "\n").trim();
  expect(bodies.map(normal)).toEqual([normal(mail.text), normal(mail.html)]);
});

test("an address is always a single recipient", async () => {
  await smtpSender(url).send(aMail("anna@example.test"));
  const before = arrived.length;
  await smtpSender(url)
    .send(aMail("a@x.test, b@y.test"))
    .catch(() => undefined);
  expect(arrived.slice(before).every(({ to }) => to.length === 1)).toBe(true);
});

test.each([
  ["gone@example.test", "inactive", "smtp_550"],
  ["full@example.test", "later", "smtp_452"],
  ["spam@example.test", "final", "smtp_554"],
])("a refusal of %s is %s", async (to, kind, code) => {
  const refused = await smtpSender(url)
    .send(aMail(to))
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DeliveryError);
  expect(refused).toMatchObject({ kind, code });
  expect((refused as Error).message).not.toContain(to);
});

test("an unreachable server is retryable", async () => {
  const refused = await smtpSender("smtp://127.0.0.1:1")
    .send(aMail("anna@example.test"))
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({ kind: "later" });
});

test("check() connects without sending", async () => {
  const before = arrived.length;
  await smtpSender(url).check();
  expect(arrived).toHaveLength(before);
  await expect(smtpSender("smtp://127.0.0.1:1").check()).rejects.toMatchObject({
    kind: "later",
    code: "smtp_esocket",
  });
});
