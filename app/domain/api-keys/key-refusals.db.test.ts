import { beforeAll, expect, test } from "vitest";
import { NewApiKey } from "~/contract/api-keys";
import { pool } from "~/lib/db.server";
import { makeSecretKey, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json, type Sent } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { createApiKey } from "./api-keys.server";
import { revokeApiKey } from "./change-key.server";

// Error messages for developers: which key was sent, what is required, and where to find it.

let owner: UserActor;
let website: string;
let server: string;
beforeAll(async () => {
  owner = await makeTenant();
  website = await make({ scopes: ["config:read"], allowed_origins: ["https://www.example.com"] });
  server = await makeSecretKey(owner, "viewer");
});

const make = async (input: Record<string, unknown>) =>
  (await createApiKey(owner, NewApiKey.parse({ kind: "publishable", name: "Site", ...input }))).key;
const refusal = async (path: string, sent: Sent) => {
  const { error } = (await json(await call(path, sent))) as unknown as {
    error: { code: string; message: string };
  };
  return `${error.code}: ${error.message}`;
};
const WHERE = "/dashboard/keys";
const masked = (key: string) => `${key.slice(0, 8)}…${key.slice(-4)}`;

test("a missing key names the required kind, how to send it and where to find it", async () => {
  const forWebsites = await refusal("/api/widget/config", {});
  for (const part of ["unauthenticated", "pk_live_", "x-publishable-key", "?key=", WHERE])
    expect(forWebsites).toContain(part);
  const forServers = await refusal("/api/bookings", {});
  for (const part of ["unauthenticated", "Sign in", "sk_live_", "Bearer", WHERE])
    expect(forServers).toContain(part);
});

test("the wrong kind of key names both kinds", async () => {
  const secret = await refusal("/api/widget/config", { key: server });
  for (const part of ["invalid_key", "A secret key was sent", "pk_live_", "server", WHERE])
    expect(secret).toContain(part);
  const publishable = await refusal("/api/bookings", { key: website });
  for (const part of ["unauthenticated", "A publishable key was sent", "sk_live_", WHERE])
    expect(publishable).toContain(part);
  const browser = await refusal("/api/bookings", {
    key: server,
    headers: { Origin: "https://www.example.com" },
  });
  for (const part of ["origin_not_allowed", "browser", "Revoke", "pk_live_", WHERE])
    expect(browser).toContain(part);
});

test("the error tells a mistyped, foreign, revoked or expired key apart and shows only its ends", async () => {
  const mistyped = `${website.slice(0, -1)}${website.endsWith("0") ? "1" : "0"}`;
  const revoked = await createApiKey(owner, NewApiKey.parse({ kind: "publishable", name: "Gone" }));
  await revokeApiKey(owner, revoked.id);
  const expired = await make({});
  await pool.query(
    "update api_key set expires_at = now() - interval '1 second' where tenant_id = $1 and last4 = $2",
    [owner.tenant.id, expired.slice(-4)],
  );
  for (const [key, parts] of [
    [mistyped, ["invalid_key", "mistyped", masked(mistyped), WHERE]],
    ["letmein", ["invalid_key", "pk_live_", WHERE]],
    [revoked.key, ["invalid_key", "revoked", masked(revoked.key), WHERE]],
    [expired, ["key_expired", "expired", masked(expired), WHERE]],
  ] as const) {
    const words = await refusal("/api/widget/config", { key });
    for (const part of parts) expect(words).toContain(part);
    expect(words).not.toContain(key.slice(8, 30) || key);
  }
});

test("a missing scope, role or origin is named", async () => {
  const scope = await refusal("/api/widget/availability", { key: website });
  for (const part of ["insufficient_scope", "availability:read", "config:read", WHERE])
    expect(scope).toContain(part);
  const origin = await refusal("/api/widget/config", {
    key: website,
    headers: { Origin: "https://shop.example.net" },
  });
  for (const part of ["origin_not_allowed", "https://shop.example.net", WHERE])
    expect(origin).toContain(part);
  expect(origin).not.toContain("www.example.com");
  const role = await refusal("/api/resources", {
    key: server,
    body: { type: "room", name: "Room" },
  });
  for (const part of ["forbidden_role", "viewer", "admin", "secret key", WHERE])
    expect(role).toContain(part);
  const person = await refusal("/api/api-keys", { key: await makeSecretKey(owner, "admin") });
  for (const part of ["forbidden_role", "A secret key was sent", "signed in"])
    expect(person).toContain(part);
  const viewer = await refusal("/api/resources", {
    cookie: await signIn(await makeUser(owner, "viewer")),
    body: { type: "room", name: "Room" },
  });
  for (const part of ["forbidden_role", "admin", "viewer"]) expect(viewer).toContain(part);
});
