import { z } from "zod";
import {
  IdentityError,
  type IdentityProvider,
  type ProvenIdentity,
  type SignInChecks,
} from "~/adapters/identity/port";
import { identityProviders } from "~/adapters/registry.server";
import { Email, Name } from "~/contract/common";
import { AppError, notFound } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { decrypt, encrypt, isEqual, randomToken } from "~/lib/crypto.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { log } from "~/lib/log.server";
import { type Account, findOrCreateAccount } from "./accounts.sql.server";
import {
  insertIdentity,
  insertSpentState,
  nameAccount,
  findIdentityAccount,
} from "./identities.sql.server";

/** The time limit at the provider. */
export const SIGN_IN_MINUTES = 10;
const CONTEXT = "sign-in at a provider";

/** The configured identity providers, for the sign-in buttons. */
export function listProviders(): { id: string; name: string }[] {
  return identityProviders.map(({ id, name }) => ({ id, name }));
}

/**
 * State of a sign-in at a provider, kept encrypted in the browser's cookie so that no other browser
 * can finish it.
 */
const SignInState = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  to: z.string(),
  /** Epoch ms. */
  expires_at: z.number(),
});
type SignInState = z.infer<typeof SignInState>;

/**
 * Stored in the browser of a person whose address the provider has not verified, until they verify
 * it here with a code.
 */
const Unproven = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  expires_at: z.number(),
});

/**
 * The provider names an address without having verified it (Microsoft never says so): `state` goes
 * to the browser and is read by linkProvider.
 */
export class UnprovenAddress extends AppError {
  constructor(
    message: string,
    readonly state: string,
  ) {
    super("verification_failed", message);
  }
}

/**
 * The URL to redirect to, and the value the browser must return. Throws not_found (no such
 * provider), provider_unavailable.
 */
export async function startProviderSignIn(
  id: string,
  to: string,
): Promise<{ url: string; state: string }> {
  const provider = findProvider(id);
  const secrets = { state: randomToken(), nonce: randomToken(), code_verifier: randomToken() };
  const expires_at = clock.now() + SIGN_IN_MINUTES * 60_000;
  const url = await callProvider(provider, () => provider.begin(checksOf(id, secrets)));
  const state: SignInState = { provider: id, ...secrets, to, expires_at };
  return { url: url.href, state: seal(state) };
}

/**
 * The account of a person who has signed in at the provider: the one linked to this issuer and
 * subject, else that of the address, which the provider must have verified, else a new one.
 * `search` is the query of the return URL. A sign-in works once, in the browser that started it,
 * for ten minutes. Throws not_found, verification_failed, provider_unavailable.
 */
export async function finishProviderSignIn(
  id: string,
  state: string | null,
  search: URLSearchParams,
): Promise<Account> {
  const provider = findProvider(id);
  const begun = openSealed(state, SignInState);
  const isOurs = begun?.provider === id && begun.expires_at > clock.now();
  if (!isOurs || !isEqual(begun.state, search.get("state") ?? ""))
    throw refused(
      `This sign-in was started in another browser, or more than ${SIGN_IN_MINUTES} minutes ago. Start again.`,
    );
  await spend(begun);
  const checks = checksOf(id, begun);
  const identity = await callProvider(provider, () =>
    provider.finish(new URL(`${checks.redirect_uri}?${search}`), checks),
  );
  return transaction((db) => accountOf(db, provider, identity));
}

/** The page the person wanted when they started; "" if unknown. */
export function destinationOf(state: string | null): string {
  return openSealed(state, SignInState)?.to ?? "";
}

function findProvider(id: string): IdentityProvider {
  const provider = identityProviders.find((candidate) => candidate.id === id);
  if (provider === undefined) throw notFound("Sign-in provider", id);
  return provider;
}

function checksOf(
  id: string,
  { state, nonce, code_verifier }: Omit<SignInChecks, "redirect_uri">,
): SignInChecks {
  return { redirect_uri: `${env.BASE_URL}/auth/${id}/callback`, state, nonce, code_verifier };
}

/**
 * Links the provider's identity to the account of someone who has just verified their address by
 * code, if in this browser that provider named this address but could not sign them in.
 */
export async function linkProvider(state: string | null, account: Account): Promise<void> {
  const unproven = openSealed(state, Unproven);
  if (unproven === null || unproven.expires_at < clock.now() || unproven.email !== account.email)
    return;
  await insertIdentity(pool, unproven, account.id);
}

function seal(state: SignInState | z.infer<typeof Unproven>): string {
  return encrypt(JSON.stringify(state), CONTEXT).toString("base64url");
}

function openSealed<T>(state: string | null, shape: z.ZodType<T>): T | null {
  try {
    return shape.parse(JSON.parse(decrypt(Buffer.from(state ?? "", "base64url"), CONTEXT)));
  } catch {
    return null; // none, made with another key, or malformed: the same answer
  }
}

/** Marks a state as used, whatever the outcome. Throws verification_failed the second time. */
async function spend({ state, expires_at }: SignInState): Promise<void> {
  if (!(await insertSpentState(state, new Date(expires_at))))
    throw refused("This sign-in has been used already. Begin again.");
}

async function accountOf(
  db: Sql,
  provider: IdentityProvider,
  identity: ProvenIdentity,
): Promise<Account> {
  const { data: name = null } = Name.safeParse(identity.name); // the provider allows any name
  const known = await findIdentityAccount(db, identity);
  if (known !== null) return known;
  const account = await findOrCreateAccount(db, verifiedEmail(provider, identity));
  await insertIdentity(db, identity, account.id);
  if (account.name !== null || name === null) return account;
  await nameAccount(db, account.id, name);
  return { ...account, name };
}

/** Someone who can enter any address in their profile there must not become its owner here. */
function verifiedEmail({ name }: IdentityProvider, identity: ProvenIdentity): string {
  const address = Email.safeParse(identity.email);
  if (!address.success)
    throw refused(
      `${name} does not tell your email address. Sign in with a code by email instead.`,
    );
  if (identity.email_verified) return address.data;
  const { issuer, subject } = identity;
  const expires_at = clock.now() + SIGN_IN_MINUTES * 60_000;
  throw new UnprovenAddress(
    `${name} has not confirmed that ${address.data} is your address. Sign in with a code by email this once; then ${name} will do.`,
    seal({ issuer, subject, email: address.data, expires_at }),
  );
}

async function callProvider<T>(provider: IdentityProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    if (error.kind === "declined") throw refused(`You have not signed in with ${provider.name}.`);
    if (error.kind === "refused")
      throw refused(
        `What ${provider.name} answered does not fit this sign-in, or came too late. Begin again.`,
      );
    const { code, error: reason } = error.cause as { code?: unknown; error?: unknown }; // error codes of openid-client and OAuth
    log.error({ provider: provider.id, code, reason }, "identity provider unreachable");
    throw new AppError(
      "provider_unavailable",
      `${provider.name} cannot be reached at the moment. Try again, or use a code.`,
    );
  }
}

function refused(message: string): AppError {
  return new AppError("verification_failed", message);
}
