import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twilioSender } from "./twilio.server";

const received: {
  path: string;
  authorization: string | undefined;
  form: Record<string, string>;
}[] = [];
const answers: Record<string, [number, object]> = {
  "+31600000001": [400, { code: 21211, message: "Invalid 'To' Phone Number" }],
  "+31600000002": [429, { code: 20429, message: "Too Many Requests" }],
  "+31600000003": [500, {}],
  "+31600000004": [401, { code: 20003 }],
  "+31600000005": [307, {}],
};

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    const form = Object.fromEntries(new URLSearchParams(body));
    received.push({
      path: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      form,
    });
    const [status, answer] = answers[form["To"] ?? ""] ?? [201, { sid: "SM123", status: "queued" }];
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...(status === 307 && { Location: "/elsewhere" }),
    });
    response.end(JSON.stringify(answer));
  });
});
let api_base = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  api_base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const sender = (from = "+3197000000") =>
  twilioSender({ account_sid: "AC1", auth_token: "secret", from, api_base });

test("an SMS is posted to Twilio's Messages resource", async () => {
  expect(await sender().send({ to: "+31612345678", text: "123456 is your code" })).toEqual({
    provider_id: "SM123",
  });
  expect(received.at(-1)).toEqual({
    path: "POST /2010-04-01/Accounts/AC1/Messages.json",
    authorization: `Basic ${Buffer.from("AC1:secret").toString("base64")}`,
    form: { To: "+31612345678", From: "+3197000000", Body: "123456 is your code" },
  });
  await sender("MG42").send({ to: "+31612345678", text: "x" });
  expect(received.at(-1)?.form).toEqual({
    To: "+31612345678",
    MessagingServiceSid: "MG42",
    Body: "x",
  });
});

test.each([
  ["+31600000001", "final", "twilio_21211"],
  ["+31600000002", "later", "twilio_20429"],
  ["+31600000003", "later", "twilio_500"],
  ["+31600000004", "later", "twilio_20003"],
  ["+31600000005", "later", "twilio_unreachable"],
])("a refusal of %s is %s", async (to, kind, code) => {
  await expect(sender().send({ to, text: "x" })).rejects.toMatchObject({
    name: "DeliveryError",
    kind,
    code,
  });
});
