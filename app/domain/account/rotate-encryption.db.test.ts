import { randomBytes } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { pool } from "~/lib/db.server";
import { makeCalendar, putBusy } from "~/testing/calendar-calls";
import { makeKey, makeResource, makeTenant } from "~/testing/factory";
import { titleContext } from "../calendars/busy-title.server";
import { connectionContext } from "../calendars/seal-secret.server";
import { sealedColumns } from "./rotate-encryption.server";

const first = process.env.ENCRYPTION_KEY!;
const second = randomBytes(32).toString("base64");

/** Loads the modules as in a process with these keys. */
async function withKeys(key: string, previous: string | null) {
  vi.stubEnv("ENCRYPTION_KEY", key);
  vi.stubEnv("ENCRYPTION_KEY_PREVIOUS", previous ?? "");
  vi.resetModules();
  const [crypto, keys, rotation, links, db] = await Promise.all([
    import("~/lib/crypto.server"),
    import("../api-keys/api-keys.server"),
    import("./rotate-encryption.server"),
    import("../bookings/links/manage-link.server"),
    import("~/lib/db.server"),
  ]);
  return { ...crypto, ...keys, ...rotation, ...links, closeDatabase: db.closeDatabase };
}
afterEach(() => vi.unstubAllEnvs());

test("the new key accepts the previous key's data; after the rotation the old key is not needed", async () => {
  const owner = await makeTenant();
  const ids = [
    "00000000-0000-4000-8000-000000000001",
    "00000000-0000-4000-8000-000000000002",
  ] as const;
  const before = await withKeys(first, null);
  const key = await before.getBaseKey(owner);
  const link = before
    .manageUrl(...ids)
    .split("/")
    .at(-1)!;
  const sealed = before.encrypt("a secret", "here");

  const between = await withKeys(second, first);
  expect((await between.getBaseKey(owner)).key).toBe(key.key);
  expect(between.decrypt(sealed, "here")).toBe("a secret");
  expect(() => between.decrypt(sealed, "elsewhere")).toThrow();
  expect(between.readManageToken(link)).not.toBeNull();
  expect(await between.rotateEncryption()).toBeGreaterThan(0);
  expect(await between.rotateEncryption()).toBe(0);
  expect((await between.getBaseKey(owner)).key).toBe(key.key);

  const after = await withKeys(second, null);
  expect((await after.getBaseKey(owner)).key).toBe(key.key);
  expect(() => after.decrypt(sealed, "here")).toThrow();
  expect(after.readManageToken(link)).toBeNull();
  await Promise.all([before, between, after].map((each) => each.closeDatabase()));
});

test("calendar credentials and titles are re-encrypted with the new key", async () => {
  const owner = await makeTenant();
  const calendar = await makeCalendar(owner, (await makeResource(owner)).id, {
    url: "https://calendar.example/anna.ics",
  });
  const [tenantId, from] = [owner.tenant.id, new Date()];
  const external_id = await putBusy(owner, calendar.id, from, new Date(from.getTime() + 1000));
  const before = await withKeys(first, null);
  await pool.query("update busy set title = $2 where external_id = $1", [
    external_id,
    before.encrypt("Dentist", titleContext(tenantId, calendar.id)),
  ]);
  const between = await withKeys(second, first);
  await between.rotateEncryption();
  const after = await withKeys(second, null);
  const { rows } = await pool.query<{ secret: Buffer; title: Buffer }>(
    "select n.secret, b.title from calendar_connection n, busy b where n.id = $1 and b.external_id = $2",
    [calendar.connection_id, external_id],
  );
  const secret = after.decrypt(
    rows[0]!.secret,
    connectionContext(tenantId, calendar.connection_id),
  );
  expect(JSON.parse(secret)).toEqual({ kind: "address", url: "https://calendar.example/anna.ics" });
  expect(after.decrypt(rows[0]!.title, titleContext(tenantId, calendar.id))).toBe("Dentist");
  await Promise.all([before, between, after].map((each) => each.closeDatabase()));
});

test("ciphertexts from before keys had ids can still be decrypted", async () => {
  const { createCipheriv, hkdfSync } = await import("node:crypto");
  const crypto = await withKeys(second, first);
  const key = Buffer.from(
    hkdfSync("sha256", Buffer.from(first, "base64"), "", "secrets at rest", 32),
  );
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from("here"));
  const body = Buffer.concat([cipher.update("old", "utf8"), cipher.final()]);
  expect(crypto.decrypt(Buffer.concat([nonce, cipher.getAuthTag(), body]), "here")).toBe("old");
  await crypto.closeDatabase();
});

test("the rotation covers every encrypted column", async () => {
  await makeKey(await makeTenant());
  const found = await pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and data_type = 'bytea' and column_name ~ 'cipher|seal|^(secret|title)$' order by 1`,
  );
  expect(found.rows.map(({ name }) => name)).toEqual(
    sealedColumns.map(({ table, column }) => `${table}.${column}`).sort(),
  );
});
