import { createHmac, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

// Twilio's Messages resource (2010-04-01) on loopback, and the signature of its webhooks.

export const TWILIO_TOKEN = "auth-token-of-the-account";
export const TWILIO_NUMBER = "+3197000000";

export interface TwilioCall {
  path: string;
  authorization: string | undefined;
  form: Record<string, string>;
}
/** Every received call, including refused ones. */
export const received: TwilioCall[] = [];
/** Refusals by number: HTTP status, Twilio's code, and the number of times (always if omitted). */
export const refusals = new Map<string, { status: number; code?: number; times?: number }>();
/** Prices by number, as Twilio reports them: negative. */
export const prices = new Map<string, { price: string; price_unit: string }>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString("utf8")));
    received.push({
      path: `${request.method} ${request.url}`,
      authorization: request.headers.authorization,
      form,
    });
    const to = form["To"] ?? "";
    const refusal = refusals.get(to);
    const answer = (status: number, body: object) => {
      response.writeHead(status, {
        "Content-Type": "application/json",
        ...(status === 307 && { Location: "/elsewhere" }),
      });
      response.end(JSON.stringify(body));
    };
    if (refusal !== undefined && (refusal.times === undefined || refusal.times-- > 0))
      return answer(refusal.status, { code: refusal.code, message: "Refused" });
    answer(201, {
      sid: `SM${randomBytes(16).toString("hex")}`,
      status: "queued",
      price: null,
      price_unit: "USD",
      ...prices.get(to),
    });
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

export const TWILIO_BASE = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** X-Twilio-Signature of a webhook: the URL and the sorted fields, HMAC-SHA1, base64. */
export function signTwilio(url: string, form: Record<string, string>, token = TWILIO_TOKEN) {
  const content = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
    .join("");
  return createHmac("sha1", token)
    .update(url + content)
    .digest("base64");
}
