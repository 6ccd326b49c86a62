import { sentTo } from "~/testing/outbox";
import { expect, test } from "vitest";
import { AppError } from "~/lib/app-error";
import { pool, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { newId } from "~/lib/ids";
import { makeKey, makeTenant } from "~/testing/factory";
import { call } from "~/testing/request";
import { findKey } from "../api-keys/find-key.server";
import { sendMessage } from "../email/send-message.server";
import type { KeyActor } from "../identity/actor";
import { useVerificationToken } from "./use-verification-token.server";
import { confirmVerification, startVerification } from "./verification.server";
import type { VerificationMode } from "./verification-mode";

let made = 0;
const anAddress = () => `guest-${(made += 1)}-${newId()}@example.test`;
const aNumber = () => `+316${String(10_000_000 + (made += 1))}`;

async function aWidgetKey(
  mode: VerificationMode,
  tenant: { locale?: string } = {},
): Promise<string> {
  const owner = await makeTenant({ name: "Studio Linden", ...tenant });
  await pool.query(
    "insert into widget_config (tenant_id, id, name, is_default, settings) values ($1, $2, 'Default', true, $3)",
    [owner.tenant.id, newId(), { verification: mode }],
  );
  return makeKey(owner);
}

async function aWidget(mode: VerificationMode = "either"): Promise<KeyActor> {
  return (await findKey(await aWidgetKey(mode), null)) as KeyActor;
}

async function codeFor(destination: string): Promise<string> {
  const waiting = await pool.query<{ id: string }>(
    "select id from message where recipient = $1 and status = 'queued'",
    [destination],
  );
  for (const { id } of waiting.rows) await sendMessage({ message_id: id });
  const last = (await sentTo(destination)).at(-1);
  return /\b\d{6}\b/.exec(last?.text ?? "")![0];
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const refusal = (work: Promise<unknown>) => work.then(() => "done", codeOf);

test("an emailed code becomes a single-use token for that address", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const started = await startVerification(actor, { channel: "email", destination });
  const code = await codeFor(destination);
  const { verification_token } = await confirmVerification(actor, {
    verification_id: started.verification_id,
    code,
  });
  const use = (email: string) =>
    transaction((db) =>
      useVerificationToken(db, actor, "email", { verification_token, email, phone: null }),
    );
  expect(await refusal(use(anAddress()))).toBe("verification_failed");
  expect(await refusal(use(destination))).toBe("done");
  expect(await refusal(use(destination))).toBe("verification_failed");
});

test.each([
  ["ar-EG, en;q=0.5", 'lang="ar-EG" dir="rtl"', "هو رمزك"],
  ["pt-BR", 'lang="nl" dir="ltr"', "is je code voor"],
])(
  "a browser of %s gets its code in that language, else in the tenant's",
  async (languages, html, subject) => {
    const key = await aWidgetKey("email", { locale: "nl" });
    const destination = anAddress();
    const answer = await call("/api/widget/verify", {
      key,
      headers: { "Accept-Language": languages, "Idempotency-Key": newId() },
      body: { channel: "email", destination },
    });
    expect(answer.status).toBe(202);
    await codeFor(destination);
    const [mail] = await sentTo(destination);
    expect(mail!.html).toContain(html);
    expect(mail!.subject).toContain(subject);
  },
);

test("a token is not consumed if its booking is rolled back", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const { verification_id } = await startVerification(actor, { channel: "email", destination });
  const { verification_token } = await confirmVerification(actor, {
    verification_id,
    code: await codeFor(destination),
  });
  const given = { verification_token, email: destination, phone: null };
  const fails = transaction(async (db) => {
    await useVerificationToken(db, actor, "either", given);
    throw new AppError("slot_unavailable", "Taken.");
  });
  expect(await refusal(fails)).toBe("slot_unavailable");
  expect(await refusal(transaction((db) => useVerificationToken(db, actor, "either", given)))).toBe(
    "done",
  );
});

test("a token is invalid for another tenant's key, and an SMS code where email is required", async () => {
  const [actor, stranger] = [await aWidget(), await aWidget()];
  const destination = aNumber();
  const { verification_id } = await startVerification(actor, { channel: "sms", destination });
  const code = await codeFor(destination);
  expect(await refusal(confirmVerification(stranger, { verification_id, code }))).toBe(
    "verification_failed",
  );
  const { verification_token } = await confirmVerification(actor, { verification_id, code });
  const given = { verification_token, email: "a@example.test", phone: destination };
  const use = (by: KeyActor, mode: VerificationMode) =>
    refusal(transaction((db) => useVerificationToken(db, by, mode, given)));
  expect(await use(stranger, "sms")).toBe("verification_failed");
  expect(await use(actor, "email")).toBe("verification_failed");
  expect(await use(actor, "sms")).toBe("done");
});

test("a booking without a token is refused with the available channels", async () => {
  const actor = await aWidget();
  const given = { verification_token: undefined, email: anAddress(), phone: null };
  await transaction((db) => useVerificationToken(db, actor, "off", given));
  await expect(
    transaction((db) => useVerificationToken(db, actor, "either", given)),
  ).rejects.toMatchObject({
    code: "verification_required",
    extra: { details: { channels: ["email", "sms"] } },
  });
});

test("of a hundred concurrent wrong codes five are checked, and the right one is too late", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const { verification_id } = await startVerification(actor, { channel: "email", destination });
  const code = await codeFor(destination);
  const tries = Array.from({ length: 100 }, () =>
    refusal(confirmVerification(actor, { verification_id, code: wrong(code) })),
  );
  expect(new Set(await Promise.all(tries))).toEqual(new Set(["verification_failed"]));
  const stored = await pool.query("select attempts from verification_code where id = $1", [
    verification_id,
  ]);
  expect(stored.rows).toEqual([{ attempts: 5 }]);
  expect(await refusal(confirmVerification(actor, { verification_id, code }))).toBe(
    "verification_failed",
  );
});

test("of twenty concurrent correct codes one becomes a token", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const { verification_id } = await startVerification(actor, { channel: "email", destination });
  const code = await codeFor(destination);
  const results = await Promise.all(
    Array.from({ length: 20 }, () =>
      refusal(confirmVerification(actor, { verification_id, code })),
    ),
  );
  expect(results.filter((result) => result === "done")).toHaveLength(1);
});

test("a code expires after ten minutes", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const { verification_id } = await startVerification(actor, { channel: "email", destination });
  const code = await codeFor(destination);
  await pool.query(
    "update verification_code set expires_at = expires_at - interval '10 minutes' where id = $1",
    [verification_id],
  );
  expect(await refusal(confirmVerification(actor, { verification_id, code }))).toBe(
    "verification_failed",
  );
});

const age = (destination: string, interval: string) =>
  pool.query(
    "update verification_code set created_at = created_at - $2::interval where destination = $1",
    [destination, interval],
  );

test("codes are separate per company", async () => {
  const [actor, other] = [await aWidget(), await aWidget()];
  const destination = anAddress();
  for (let count = 1; count <= 5; count++) {
    await startVerification(other, { channel: "email", destination });
    await age(destination, "61 seconds");
  }
  expect(await refusal(startVerification(other, { channel: "email", destination }))).toBe(
    "rate_limited",
  );
  expect(await refusal(startVerification(actor, { channel: "email", destination }))).toBe("done");
  expect(await refusal(startVerification(actor, { channel: "email", destination }))).toBe(
    "rate_limited",
  );
});

test("a new code after a minute invalidates the old one; five an hour", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const first = await startVerification(actor, { channel: "email", destination });
  const code = await codeFor(destination);
  const again = await startVerification(actor, { channel: "email", destination }).catch(
    (error: unknown) => error,
  );
  expect(again).toMatchObject({
    code: "rate_limited",
    extra: { headers: { "Retry-After": expect.stringMatching(/^(60|5\d)$/) } },
  });
  await age(destination, "61 seconds");
  await startVerification(actor, { channel: "email", destination });
  expect(
    await refusal(confirmVerification(actor, { verification_id: first.verification_id, code })),
  ).toBe("verification_failed");
  for (let count = 3; count <= 5; count++) {
    await age(destination, "61 seconds");
    await startVerification(actor, { channel: "email", destination });
  }
  await age(destination, "61 seconds");
  expect(await refusal(startVerification(actor, { channel: "email", destination }))).toBe(
    "rate_limited",
  );
  await age(destination, "1 hour");
  expect(await refusal(startVerification(actor, { channel: "email", destination }))).toBe("done");
});

test("ten concurrent calls for one address send one code", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  const results = await Promise.all(
    Array.from({ length: 10 }, () =>
      refusal(startVerification(actor, { channel: "email", destination })),
    ),
  );
  expect(results.filter((result) => result === "done")).toHaveLength(1);
});

test("by default codes are sent by email only, and a number needs its country code", async () => {
  const plain = await aWidget("off");
  expect(await refusal(startVerification(plain, { channel: "sms", destination: aNumber() }))).toBe(
    "validation_failed",
  );
  // Required once unverified bookings have reached their limit.
  expect(
    await refusal(startVerification(plain, { channel: "email", destination: anAddress() })),
  ).toBe("done");
  expect(
    await refusal(
      startVerification(await aWidget("email"), { channel: "sms", destination: aNumber() }),
    ),
  ).toBe("validation_failed");
  expect(
    await refusal(
      startVerification(await aWidget("sms"), { channel: "sms", destination: "06 12345678" }),
    ),
  ).toBe("validation_failed");
});

test("the code is never stored in plain text", async () => {
  const actor = await aWidget();
  const destination = anAddress();
  await startVerification(actor, { channel: "email", destination });
  const rows =
    "select row_to_json(m)::text || coalesce((select string_agg(j.data::text, '') from pgboss.job j), '') as stored from message m where recipient = $1";
  const before = await pool.query<{ stored: string }>(rows, [destination]);
  const code = await codeFor(destination);
  const after = await pool.query<{ stored: string }>(rows, [destination]);
  expect(before.rows[0]!.stored).not.toContain(code);
  expect(after.rows[0]!.stored).not.toContain(code);
  expect(after.rows[0]!.stored).toContain('"sealed":null');
});

test("SMS are limited per tenant and month", async () => {
  const actor = await aWidget("sms");
  await pool.query(
    "insert into sms_usage (tenant_id, month, sent) values ($1, date_trunc('month', now() at time zone 'UTC'), $2)",
    [actor.tenant.id, env.SMS_MONTHLY_CAP - 3],
  );
  const results = await Promise.all(
    Array.from({ length: 8 }, () =>
      refusal(startVerification(actor, { channel: "sms", destination: aNumber() })),
    ),
  );
  expect(results.filter((result) => result === "done")).toHaveLength(3);
  expect(results.filter((result) => result === "rate_limited")).toHaveLength(5);
});

test("SMS are also limited per hour", async () => {
  const actor = await aWidget("sms");
  const ask = () => refusal(startVerification(actor, { channel: "sms", destination: aNumber() }));
  for (let sent = 0; sent < env.SMS_HOURLY_CAP - 2; sent++) expect(await ask()).toBe("done");
  const results = await Promise.all(Array.from({ length: 5 }, ask));
  expect(results.filter((result) => result === "done")).toHaveLength(2);
  expect(results.filter((result) => result === "rate_limited")).toHaveLength(3);
  await pool.query(
    "update message set created_at = created_at - interval '1 hour' where tenant_id = $1",
    [actor.tenant.id],
  );
  expect(await ask()).toBe("done");
});
