import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn } from "../factory";
import { exchange, write } from "../raw-http";
import { makeSampleTenant } from "../sample-tenant";
import { startWeb, type WebProcess } from "../web-process";

// Takes a minute, which is how long a web process waits for a complete request.

let web: WebProcess;
beforeAll(async () => {
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL! });
});
afterAll(() => web.stop());

test("incomplete requests time out and do not block others", async () => {
  const { owner } = await makeSampleTenant();
  const port = Number(new URL(web.url).port);
  const headers = {
    Cookie: await signIn(owner),
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/json",
  };
  const whole = write("POST", "/api/resources", { headers, body: '{"type":"room","name":"Slow"}' });
  const headEnd = whole.indexOf("\r\n\r\n");
  const cuts = [10, 60, headEnd - 5, headEnd + 2, headEnd + 4, headEnd + 12];
  let waiting = 0;
  const slow = Array.from({ length: 60 }, async (_, index) => {
    waiting += 1;
    const answer = await exchange(port, whole.slice(0, cuts[index % cuts.length]));
    waiting -= 1;
    return answer.status;
  });
  let answered = 0;
  while (waiting > 0) {
    expect((await exchange(port, write("GET", "/api/resources", { headers }))).status).toBe(200);
    answered += 1;
  }
  expect(new Set(await Promise.all(slow))).toEqual(new Set([408]));
  expect(answered).toBeGreaterThan(60);
});
