import type {
  AccountRule,
  CallerRule,
  KeyRule,
  ProviderRule,
  PublicRule,
  SessionRule,
} from "~/contract/operation";
import type { WebhookHint } from "~/adapters/payments/port";
import { findKey } from "~/domain/api-keys/find-key.server";
import {
  lacksRole,
  lacksScope,
  needsCaller,
  needsPerson,
  needsPublishableKey,
  publishableKeyForServer,
  secretKeyForWebsite,
  secretKeyInBrowser,
  testKeySent,
} from "~/domain/api-keys/key-refusals";
import {
  type Actor,
  hasRole,
  type KeyActor,
  type SecretKeyActor,
  seesTestDataOnly,
  type StaffActor,
} from "~/domain/identity/actor";
import { makeFirstTenant } from "~/domain/tenants/create-tenant.server";
import { findSession, type SignedIn } from "~/domain/identity/sessions.sql.server";
import { AppError } from "~/lib/app-error";
import { checkOrigin } from "./cors.server";
import { checkCsrf, checkPublicCsrf } from "./csrf.server";
import { countUnknownKey } from "./limits.server";
import { verifierOf } from "./provider-signatures.server";
import { readSessionCookie } from "./session-cookie.server";

function bearerOf(request: Request): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "");
  return match?.[1] ?? null;
}

/** The API key of a call: X-Publishable-Key header, then Bearer, then ?key=. */
function keyOf(request: Request, url: URL): string | null {
  return (
    request.headers.get("x-publishable-key") ?? bearerOf(request) ?? url.searchParams.get("key")
  );
}

/** A request before authentication: only its address and headers have been read. */
export interface Arrival {
  request: Request;
  url: URL;
  request_id: string;
  /** The client's IP address; empty when unknown. */
  ip: string;
  /**
   * Reads at most `max` bytes of the body. Used only to verify signatures; all other bodies are
   * read after authentication.
   */
  read: (max: number) => Promise<Buffer>;
}

/** The authenticated caller: an actor, or only an account where the operation needs no company. */
export interface Caller {
  actor: Actor | null;
  account: SignedIn | null;
  /** The payload that a provider signed. */
  raw: Buffer | null;
  /** The parsed payload of a payment provider. */
  hint: WebhookHint | null;
}

const nobody: Caller = { actor: null, account: null, raw: null, hint: null };

/** One check per kind of caller in the contract; a kind without one does not compile. */
const checks: { [Kind in CallerRule["kind"]]: Check<Extract<CallerRule, { kind: Kind }>> } = {
  session: async (rule: SessionRule, arrival) => ({
    ...nobody,
    actor: await findStaff(arrival, rule),
  }),
  account: async (_: AccountRule, { request, request_id }) => ({
    ...nobody,
    account: await requireAccount(request, request_id),
  }),
  key: async (rule: KeyRule, arrival) => ({
    ...nobody,
    actor: await findKeyCaller(arrival, rule),
  }),
  public: async ({ csrf }: PublicRule, { request }) => {
    if (csrf === "checked") checkPublicCsrf(request);
    return nobody;
  },
  provider: async ({ provider, max_bytes }: ProviderRule, { request, url, read }) => {
    const verify = verifierOf(provider);
    const raw = await read(max_bytes);
    return { ...nobody, raw, hint: verify(request.headers, raw, url) };
  },
};
type Check<Rule> = (rule: Rule, arrival: Arrival) => Promise<Caller>;

/**
 * The check for a rule. Throws for a rule without one, both when a route is bound and when it is
 * called.
 */
export function checkOf(rule: CallerRule): Check<CallerRule> {
  if (!Object.hasOwn(checks, rule.kind))
    throw new Error(`No check for callers of the kind ${rule.kind}.`);
  if (rule.kind === "provider") verifierOf(rule.provider);
  return checks[rule.kind] as Check<CallerRule>; // the table maps each kind to its own check
}

/**
 * Authenticates a call by its operation's rule. Throws unauthenticated, invalid_key, key_expired,
 * forbidden_role, insufficient_scope, origin_not_allowed, csrf_failed.
 */
export async function findCaller(rule: CallerRule, arrival: Arrival): Promise<Caller> {
  return checkOf(rule)(rule, arrival);
}

async function findStaff(arrival: Arrival, rule: SessionRule): Promise<StaffActor> {
  const { request, request_id: requestId } = arrival;
  const bearer = bearerOf(request);
  if (bearer !== null) return findSecretKeyCaller(arrival, bearer, rule);
  const signedIn = await requireAccount(request, requestId);
  let { actor } = signedIn;
  if (actor === null && rule.makes_tenant) {
    actor = await makeFirstTenant(signedIn, requestId);
    actor ??= (await requireAccount(request, requestId)).actor; // created concurrently
  }
  if (actor === null)
    throw new AppError("forbidden_role", "This account does not belong to a company yet.");
  return withRole(actor, rule);
}

/**
 * The signed-in person, for operations that need an account but no company. Throws unauthenticated,
 * csrf_failed.
 */
async function requireAccount(request: Request, requestId: string): Promise<SignedIn> {
  const token = readSessionCookie(request);
  const signedIn = token === null ? null : await findSession(token, requestId);
  if (signedIn === null) throw needsCaller();
  checkCsrf(request);
  return signedIn;
}

function withRole(actor: StaffActor, rule: SessionRule): StaffActor {
  if (!hasRole(actor, rule.role)) throw lacksRole(actor.kind, actor.role, rule.role);
  return actor;
}

async function findKeyCaller(arrival: Arrival, { scope, test_key }: KeyRule): Promise<KeyActor> {
  const { request, url } = arrival;
  const text = keyOf(request, url);
  if (text === null) throw needsPublishableKey();
  const actor = await lookUpKey(arrival, text);
  if (actor.kind !== "publishable_key") throw secretKeyForWebsite();
  checkOrigin(actor);
  if (!actor.scopes.includes(scope)) throw lacksScope(actor.scopes, scope);
  if (seesTestDataOnly(actor) && test_key === null) throw testKeySent();
  return actor;
}

async function lookUpKey(
  { ip, request_id, request }: Arrival,
  text: string,
): Promise<KeyActor | SecretKeyActor> {
  const takeBack = await countUnknownKey(ip);
  const actor = await findKey(text, request_id, request.headers.get("Origin"));
  takeBack();
  return actor;
}

async function findSecretKeyCaller(
  arrival: Arrival,
  text: string,
  rule: SessionRule,
): Promise<StaffActor> {
  if (text.startsWith("sk_") && arrival.request.headers.has("Origin")) throw secretKeyInBrowser();
  const actor = await lookUpKey(arrival, text);
  if (actor.kind !== "secret_key") throw publishableKeyForServer();
  if (!rule.secret_key) throw needsPerson();
  withRole(actor, rule);
  if (seesTestDataOnly(actor) && rule.test_key === null) throw testKeySent();
  return actor;
}
