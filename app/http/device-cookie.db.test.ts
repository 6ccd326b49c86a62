import { expect, test } from "vitest";
import { ageCodes, mailedCode } from "~/testing/mailed-codes";
import { newId } from "~/lib/ids";
import { call } from "~/testing/request";

const ask = (email: string, cookie?: string) =>
  call("/api/auth/send-code", { body: { email }, ...(cookie !== undefined && { cookie }) });
const prove = (email: string, code: string, cookie?: string) =>
  call("/api/auth/verify-code", { body: { email, code }, ...(cookie !== undefined && { cookie }) });
const deviceOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("device="))!
    .split(";")[0]!;

test("exhausting an address's codes does not lock out a browser that has signed in before", async () => {
  const email = `person-${newId()}@example.test`;
  await ask(email);
  const signedIn = await prove(email, await mailedCode(email));
  expect(signedIn.status).toBe(200);
  const device = deviceOf(signedIn);
  for (let sent = 0; sent < 10; sent++) {
    await ageCodes(email, 1000);
    await ask(email);
  }
  expect((await ask(email)).status).toBe(429);
  expect((await ask(email, device)).status).toBe(202);
  const code = await mailedCode(email);
  // The stranger's codes and wrong attempts do not affect the code requested here.
  for (let guess = 0; guess < 6; guess++)
    await prove(email, code === "000000" ? "000001" : "000000");
  expect((await prove(email, code)).status).toBe(422);
  const again = await prove(email, code, device);
  expect(again.status).toBe(200);
  expect(deviceOf(again)).toBe(device);
});

test("a cookie of another address or a forged one is ignored", async () => {
  const [email, other] = [`a-${newId()}@example.test`, `b-${newId()}@example.test`];
  await ask(email);
  const device = deviceOf(await prove(email, await mailedCode(email)));
  await ask(other);
  expect((await ask(other, device)).status).toBe(429);
  expect((await ask(other, `device=${newId()}.${"x".repeat(22)}`)).status).toBe(429);
});
