import { NewApiKey } from "~/contract/api-keys";
import { Role, Scope } from "~/contract/common";
import type { ErrorCode } from "~/contract/errors";
import type { CallerRule } from "~/contract/operation";
import { createApiKey } from "~/domain/api-keys/api-keys.server";
import { revokeApiKey } from "~/domain/api-keys/change-key.server";
import { removeUser } from "~/domain/users/change-user.server";
import { pool } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { makeSecretKey, makeUser, signIn } from "./factory";
import type { Sent } from "./request";
import type { SampleTenant } from "./sample-tenant";

// Every kind of caller, and how the contract's rule treats it.

type Credential =
  | { kind: "none" }
  | { kind: "ended" }
  | { kind: "person"; role: Role; limited?: boolean }
  | { kind: "secret"; role: Role; in_browser?: boolean }
  | { kind: "publishable"; fault?: ErrorCode };
export interface Caller {
  name: string;
  credential: Credential;
  /** Credentials of the call; a key may depend on the operation's scope. */
  sent: (rule: CallerRule) => Sent;
}

/** The people of a tenant, including former members. */
export async function people({ owner, ids }: SampleTenant): Promise<Caller[]> {
  const person = async (role: Role, resource_ids: string[] = []): Promise<Caller> => {
    const cookie = await signIn(
      role === "owner" ? owner : await makeUser(owner, role, { resource_ids }),
    );
    const limited = resource_ids.length > 0;
    const name = limited ? `${role} of another resource` : `the ${role}`;
    return { name, credential: { kind: "person", role, limited }, sent: () => ({ cookie }) };
  };
  const removed = await makeUser(owner, "admin");
  const removedCookie = await signIn(removed);
  await removeUser(owner, removed.user_id);
  const endedCookie = await signIn(owner);
  await pool.query(
    "update session set idle_expires_at = now() where id = (select id from session order by created_at desc limit 1)",
  );
  return [
    ...(await Promise.all(Role.options.map((role) => person(role)))),
    await person("staff", [ids.other_resource]),
    await person("viewer", [ids.other_resource]),
    {
      name: "a removed user",
      credential: { kind: "ended" },
      sent: () => ({ cookie: removedCookie }),
    },
    {
      name: "an ended session",
      credential: { kind: "ended" },
      sent: () => ({ cookie: endedCookie }),
    },
  ];
}

export async function secretKeys({ owner }: SampleTenant): Promise<Caller[]> {
  const keys: Caller[] = [];
  for (const role of ["viewer", "staff", "admin"] as const) {
    const key = await makeSecretKey(owner, role);
    keys.push({
      name: `a secret key of the role ${role}`,
      credential: { kind: "secret", role },
      sent: () => ({ key }),
    });
    if (role === "admin")
      keys.push({
        name: "a secret key in a browser",
        credential: { kind: "secret", role, in_browser: true },
        sent: () => ({ key, headers: { Origin: "https://www.example.com" } }),
      });
  }
  return keys;
}

/** Website keys: a valid one, and one for each possible defect. */
export async function publishableKeys({ owner }: SampleTenant): Promise<Caller[]> {
  const make = (input: Record<string, unknown>) =>
    createApiKey(
      owner,
      NewApiKey.parse({ kind: "publishable", name: "Kept", scopes: Scope.options, ...input }),
    );
  const bound = await make({ allowed_origins: ["https://www.example.com"] });
  const revoked = await make({});
  await revokeApiKey(owner, revoked.id);
  const expired = await make({});
  await pool.query("update api_key set expires_at = now() where id = $1", [expired.id]);
  const lacking = new Map<string, string>();
  for (const scope of Scope.options)
    lacking.set(
      scope,
      (await make({ scopes: Scope.options.filter((stored) => stored !== scope) })).key,
    );
  const from = (Origin: string) => ({ key: bound.key, headers: { Origin } });
  const key = (name: string, fault: ErrorCode | undefined, sent: Caller["sent"]): Caller => ({
    name,
    credential: { kind: "publishable", ...(fault && { fault }) },
    sent,
  });
  return [
    key("a publishable key", undefined, () => from("https://www.example.com")),
    key("a publishable key on another website", "origin_not_allowed", () =>
      from("https://www.example.net"),
    ),
    key("a publishable key without the scope", "insufficient_scope", (rule) => ({
      key: (rule.kind === "key" && lacking.get(rule.scope)) || bound.key,
    })),
    key("a revoked key", "invalid_key", () => ({ key: revoked.key })),
    key("an expired key", "key_expired", () => ({ key: expired.key })),
  ];
}

/** Credentials that an external service sends; `secret` is shared with this deployment. */
export function asProvider(secret = "a-long-webhook-secret"): Sent {
  env.POSTMARK_WEBHOOK_SECRET = "a-long-webhook-secret";
  return {
    headers: { Authorization: `Basic ${Buffer.from(`hook:${secret}`).toString("base64")}` },
  };
}

const RANK = Object.fromEntries(Role.options.map((role, index) => [role, index]));

/** The expected refusal of this caller; null if it is admitted. */
export function refusalOf(rule: CallerRule, { credential, sent }: Caller): ErrorCode | null {
  if (rule.kind === "provider") return "integration_disabled"; // no secret is set in tests
  if (rule.kind === "account") return credential.kind === "person" ? null : "unauthenticated";
  // Other websites can't sign in their visitors here.
  if (rule.kind === "public")
    return sent(rule).headers?.Origin === undefined ? null : "csrf_failed";
  if (credential.kind === "none" || credential.kind === "ended") return "unauthenticated";
  if (rule.kind === "key") {
    if (credential.kind === "publishable") return credential.fault ?? null;
    return credential.kind === "secret" ? "invalid_key" : "unauthenticated";
  }
  if (credential.kind === "publishable") {
    const isDead = credential.fault === "invalid_key" || credential.fault === "key_expired";
    return isDead ? credential.fault! : "unauthenticated";
  }
  if (credential.kind === "secret" && credential.in_browser) return "origin_not_allowed";
  if (credential.kind === "secret" && !rule.secret_key) return "forbidden_role";
  return RANK[credential.role]! >= RANK[rule.role]! ? null : "forbidden_role";
}

/** A member limited to some resources. */
export const isLimited = ({ credential }: Caller): boolean =>
  credential.kind === "person" && credential.limited === true;
