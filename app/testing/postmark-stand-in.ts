import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import { clock } from "~/lib/clock";
import { setSettings } from "./settings";

// Import before anything that reads the environment: Postmark's API (POST /email) on loopback, and
// settings that point the driver to it.

export interface PostmarkMail {
  From: string;
  To: string;
  Subject: string;
  HtmlBody: string;
  TextBody: string;
  MessageStream: string;
  Headers: { Name: string; Value: string }[];
  Attachments: { Name: string; Content: string; ContentType: string }[];
  Metadata: Record<string, string>;
  ReplyTo?: string;
}

const TOKEN = "server-token";
/** Every received call, including refused ones. */
export const received: PostmarkMail[] = [];
/** Refusals by address: HTTP status, Postmark's ErrorCode, and the number of times. */
export const refusals = new Map<string, { status: number; code: number; times: number }>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    if (request.headers["x-postmark-server-token"] !== TOKEN)
      return answer(401, { ErrorCode: 10, Message: "No or bad token." });
    if (request.method !== "POST" || request.url !== "/email")
      return answer(404, { ErrorCode: 0, Message: "Not found." });
    const mail = JSON.parse(Buffer.concat(chunks).toString("utf8")) as PostmarkMail;
    received.push(mail);
    const refusal = refusals.get(mail.To);
    if (refusal !== undefined && refusal.times-- > 0)
      return answer(refusal.status, { ErrorCode: refusal.code, Message: `Refused: ${mail.To}.` });
    if (!mail.From || !mail.To || (!mail.HtmlBody && !mail.TextBody))
      return answer(422, { ErrorCode: 300, Message: "Invalid request." });
    answer(200, {
      To: mail.To,
      SubmittedAt: clock.date().toISOString(),
      MessageID: randomUUID(),
      ErrorCode: 0,
      Message: "OK",
    });
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
setSettings({
  EMAIL_DRIVER: "postmark",
  EMAIL_FROM: "Booking Service <no-reply@book.test>",
  POSTMARK_SERVER_TOKEN: TOKEN,
  POSTMARK_API_BASE: base,
  POSTMARK_WEBHOOK_SECRET: "a-long-webhook-secret",
});
