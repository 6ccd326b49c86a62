import { expect, test } from "vitest";
import { AppError } from "~/lib/app-error";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant } from "~/testing/factory";
import { sendSignInCode, verifySignInCode } from "./sign-in-codes.server";
import { call } from "~/testing/request";
import { ageCodes, anotherCode, mailedCode, queuedMails } from "~/testing/mailed-codes";

const anAddress = () => `person-${newId()}@example.test`;

async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error(`Expected a refusal, got ${String(error)}`);
}

test("known and unknown addresses get the same response and email, and no account is created yet", async () => {
  const { email: known } = await makeTenant({ owner_email: anAddress() });
  const unknown = anAddress();
  const answers = [
    await sendSignInCode({ email: known }),
    await sendSignInCode({ email: unknown }),
  ];
  expect(answers[0]).toEqual(answers[1]);
  const texts = await Promise.all(
    [known, unknown].map(async (to) =>
      (await queuedMails(to)).map(({ text }) => text.replace(/\d{6}/, "CODE")),
    ),
  );
  expect(texts[0]).toEqual(texts[1]);
  expect(texts[0]).toHaveLength(1);
  expect(await prisma.account.count({ where: { email: unknown } })).toBe(0);
});

test("the email is in the browser's first supported language", async () => {
  const email = anAddress();
  const answer = await call("/api/auth/send-code", {
    headers: { "Accept-Language": "pt-BR, nl-BE;q=0.8, en;q=0.5" },
    body: { email },
  });
  expect(answer.status).toBe(202);
  const [mail] = await queuedMails(email);
  expect(mail!.subject).toMatch(/^Je inlogcode is \d{6}$/);
  expect(mail!.html).toContain('<html lang="nl" dir="ltr">');
});

test("the emailed code creates an account the first time and finds it the second time", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  const made = await verifySignInCode({ email, code: await mailedCode(email) });
  await sendSignInCode({ email }); // immediately: there is no delay after a used code
  const found = await verifySignInCode({ email, code: await mailedCode(email) });
  expect(found).toEqual(made);
  expect(made.email).toBe(email);
});

test("neither the code nor its email is readable in the database", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  const code = await mailedCode(email);
  const stored = await pool.query<{ row: string }>(
    `select v::text as row from verification_code v where destination = $1
      union all select data::text from pgboss.job where name = 'email.send'`,
    [email],
  );
  expect(stored.rows.length).toBeGreaterThan(1);
  expect(stored.rows.filter(({ row }) => row.includes(code))).toEqual([]);
  expect(stored.rows.filter(({ row }) => row.includes("sealed") && row.includes(email))).toEqual(
    [],
  );
});

test("a second code within a minute is refused, and the first one still works", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  await ageCodes(email, 50);
  const error = await refusal(sendSignInCode({ email }));
  expect(error.code).toBe("rate_limited");
  expect(Number(error.extra.headers?.["Retry-After"])).toBeGreaterThan(5);
  expect(Number(error.extra.headers?.["Retry-After"])).toBeLessThanOrEqual(10);
  expect(error.extra.details).toEqual({
    resend_after_seconds: Number(error.extra.headers?.["Retry-After"]),
  });
  await expect(verifySignInCode({ email, code: await mailedCode(email) })).resolves.toMatchObject({
    email,
  });
});

test("a new code invalidates the previous one", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  const old = await mailedCode(email);
  await ageCodes(email, 61);
  await sendSignInCode({ email });
  const code = await mailedCode(email);
  // The two codes are equal once in a million times.
  if (old !== code)
    expect((await refusal(verifySignInCode({ email, code: old }))).code).toBe(
      "verification_failed",
    );
  await expect(verifySignInCode({ email, code })).resolves.toMatchObject({ email });
});

test("allows five codes an hour", async () => {
  const email = anAddress();
  for (let sent = 0; sent < 5; sent++) {
    await sendSignInCode({ email });
    await ageCodes(email, 61);
  }
  const error = await refusal(sendSignInCode({ email }));
  expect(error.code).toBe("rate_limited");
  expect(Number(error.extra.headers?.["Retry-After"])).toBeGreaterThan(3200);
  await ageCodes(email, 3600 - 5 * 61);
  await expect(sendSignInCode({ email })).resolves.toBeDefined();
});

test("of many concurrent requests for one address, one sends a code", async () => {
  const email = anAddress();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => sendSignInCode({ email })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await queuedMails(email)).toHaveLength(1);
});

test("a code expires after ten minutes", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  await ageCodes(email, 600);
  const error = await refusal(verifySignInCode({ email, code: await mailedCode(email) }));
  expect(error.message).toBe("That code is no longer valid. Ask for a new one.");
});

test("a code allows five attempts and reports the remaining ones", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  const code = await mailedCode(email);
  const messages: string[] = [];
  for (let guess = 0; guess < 5; guess++)
    messages.push((await refusal(verifySignInCode({ email, code: anotherCode(code) }))).message);
  expect(messages).toEqual([
    "That code is incorrect. 4 tries left.",
    "That code is incorrect. 3 tries left.",
    "That code is incorrect. 2 tries left.",
    "That code is incorrect. One try left.",
    "That code is incorrect, and it was the last try. Ask for a new one.",
  ]);
  expect((await refusal(verifySignInCode({ email, code }))).code).toBe("verification_failed");
});

test("ten thousand concurrent guesses get five attempts in total", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  const code = await mailedCode(email);
  const guesses: AppError[] = [];
  for (let round = 0; round < 20; round += 1) {
    const guess = () => refusal(verifySignInCode({ email, code: anotherCode(code) }));
    guesses.push(...(await Promise.all(Array.from({ length: 500 }, guess))));
  }
  expect(
    guesses.filter(({ message }) => message.startsWith("That code is incorrect")),
  ).toHaveLength(5);
  const [row] = await prisma.verificationCode.findMany({ where: { destination: email } });
  expect(row?.attempts).toBe(5);
});

test("the correct code sent twice concurrently signs in once", async () => {
  const email = anAddress();
  await sendSignInCode({ email });
  const code = await mailedCode(email);
  const tried = await Promise.allSettled(
    Array.from({ length: 4 }, () => verifySignInCode({ email, code })),
  );
  expect(tried.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await prisma.account.count({ where: { email } })).toBe(1);
});

test("a code verifies only its own address", async () => {
  const [email, other] = [anAddress(), anAddress()];
  await sendSignInCode({ email });
  expect(
    (await refusal(verifySignInCode({ email: other, code: await mailedCode(email) }))).code,
  ).toBe("verification_failed");
});

test("allows ten codes a day per address", async () => {
  const email = anAddress();
  for (let sent = 0; sent < 10; sent++) {
    await sendSignInCode({ email });
    await ageCodes(email, 1000);
  }
  const error = await refusal(sendSignInCode({ email }));
  expect(error.code).toBe("rate_limited");
  expect(Number(error.extra.headers?.["Retry-After"])).toBeGreaterThan(75_000);
  await ageCodes(email, 86_400 - 10_000);
  await expect(sendSignInCode({ email })).resolves.toBeDefined();
});
