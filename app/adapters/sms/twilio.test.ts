import { beforeEach, expect, test } from "vitest";
import { prices, received, refusals, TWILIO_BASE } from "~/testing/twilio-stand-in";
import { twilioSender } from "./twilio.server";

const sender = (from = "+3197000000", whatsapp_from: string | null = null) =>
  twilioSender({
    account_sid: "AC1",
    auth_token: "secret",
    from,
    whatsapp_from,
    api_base: TWILIO_BASE,
  });

beforeEach(() => void received.splice(0));

test("an SMS is posted to Twilio's Messages resource", async () => {
  expect(await sender().send({ to: "+31612345678", text: "123456 is your code" })).toEqual({
    provider_id: expect.stringMatching(/^SM[0-9a-f]{32}$/),
  });
  expect(received.at(-1)).toEqual({
    path: "POST /2010-04-01/Accounts/AC1/Messages.json",
    authorization: `Basic ${Buffer.from("AC1:secret").toString("base64")}`,
    form: { To: "+31612345678", From: "+3197000000", Body: "123456 is your code" },
  });
  await sender("MG42").send({ to: "+31612345678", text: "x", status_url: "https://book.test/s" });
  expect(received.at(-1)?.form).toEqual({
    To: "+31612345678",
    MessagingServiceSid: "MG42",
    Body: "x",
    StatusCallback: "https://book.test/s",
  });
});

test("WhatsApp goes out as an approved template from its own sender", async () => {
  const template = { id: "HX1", variables: { "1": "Tue 14:30", "2": "Haircut" } };
  const message = { to: "+31612345678", text: "x", channel: "whatsapp", template } as const;
  await sender("+3197000000", "+3197000001").send(message);
  expect(received.at(-1)?.form).toEqual({
    To: "whatsapp:+31612345678",
    From: "whatsapp:+3197000001",
    ContentSid: "HX1",
    ContentVariables: JSON.stringify(template.variables),
  });
  await expect(sender().send(message)).rejects.toMatchObject({ kind: "final" });
});

test("a price that Twilio tells comes with the answer", async () => {
  prices.set("+31600000009", { price: "-0.07500", price_unit: "usd" });
  expect(await sender().send({ to: "+31600000009", text: "x" })).toMatchObject({
    price: { amount: "0.07500", currency: "USD" },
  });
});

test.each([
  ["+31600000001", "final", "twilio_21211", { status: 400, code: 21211 }],
  ["+31600000002", "later", "twilio_20429", { status: 429, code: 20429 }],
  ["+31600000003", "later", "twilio_500", { status: 500 }],
  ["+31600000004", "later", "twilio_20003", { status: 401, code: 20003 }],
  ["+31600000005", "later", "twilio_unreachable", { status: 307 }],
  ["+31600000006", "inactive", "twilio_21610", { status: 400, code: 21610 }],
])("a refusal of %s is %s", async (to, kind, code, refusal) => {
  refusals.set(to, refusal);
  await expect(sender().send({ to, text: "x" })).rejects.toMatchObject({
    name: "DeliveryError",
    kind,
    code,
  });
});
