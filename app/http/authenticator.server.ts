import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { VerifyCode } from "~/contract/auth";
import type { Account } from "~/domain/identity/accounts.sql.server";
import {
  destinationOf,
  finishProviderSignIn,
  linkProvider,
  UnprovenAddress,
} from "~/domain/identity/provider-sign-in.server";
import { endSession, startSession } from "~/domain/identity/sessions.sql.server";
import { verifySignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { readLanguage } from "~/domain/users/preferences.server";
import { AppError } from "~/lib/app-error";
import type { ClientContext } from "./client-context";

import { deviceCookie, readDevice } from "./device-cookie.server";
import { languageCookie } from "./page-language.server";
import { endedProviderCookie, providerCookie, readProviderCookie } from "./provider-cookie.server";
import { endedSessionCookie, readSessionCookie, sessionCookie } from "./session-cookie.server";

/**
 * Signs in with an emailed code. One instance per sign-in, because the code has already been read
 * from the request body.
 */
class EmailCodeStrategy extends Strategy<Account, string | null> {
  readonly name = "email-code";

  constructor(private readonly proof: VerifyCode) {
    super((device) => verifySignInCode(proof, device));
  }

  authenticate(request: Request): Promise<Account> {
    return this.verify(readDevice(request, this.proof.email));
  }
}

interface ProviderProof {
  provider: string;
  state: string | null;
  search: URLSearchParams;
}

/**
 * Signs in through an identity provider (OpenID Connect): handles the browser's return to
 * /auth/:provider/callback.
 */
class ProviderStrategy extends Strategy<Account, ProviderProof> {
  readonly name = "provider";

  async authenticate(request: Request): Promise<Account> {
    const { pathname, searchParams: search } = new URL(request.url);
    return this.verify({
      provider: pathname.split("/")[2] ?? "",
      state: readProviderCookie(request),
      search,
    });
  }
}

/**
 * Strategies whose proof is in the URL. The authenticator clones the request, which fails once the
 * body has been read.
 */
const authenticator = new Authenticator<Account>();
authenticator.use(
  new ProviderStrategy(({ provider, state, search }) =>
    finishProviderSignIn(provider, state, search),
  ),
);

export interface SessionHeaders {
  "Set-Cookie": string;
}

/**
 * Signs in by email and code. Returns the account and the headers that set the new session and mark
 * the browser. Throws verification_failed.
 */
export async function signInWithCode(
  request: Request,
  client: ClientContext,
  proof: VerifyCode,
): Promise<{ account: Account; headers: Headers }> {
  const account = await new EmailCodeStrategy(VerifyCode.parse(proof)).authenticate(request);
  await linkProvider(readProviderCookie(request), account);
  const headers = await openSession(request, client, account);
  headers.append("Set-Cookie", deviceCookie(request, account.email));
  return { account, headers };
}

/**
 * Signs in a person who returns from an identity provider. Throws not_found, verification_failed,
 * provider_unavailable.
 */
export async function signInWithProvider(
  request: Request,
  client: ClientContext,
): Promise<{ account: Account; headers: Headers; to: string }> {
  const account = await authenticator.authenticate("provider", request).catch((error: unknown) => {
    if (!(error instanceof UnprovenAddress)) throw error;
    throw new AppError(error.code, error.message, {
      headers: { "Set-Cookie": providerCookie(error.state) },
    });
  });
  const headers = await openSession(request, client, account);
  headers.append("Set-Cookie", endedProviderCookie());
  return { account, headers, to: destinationOf(readProviderCookie(request)) };
}

/**
 * Starts a session and ends the browser's previous one (rotation at sign-in). Pages then use the
 * language saved in the account.
 */
export async function openSession(
  request: Request,
  client: ClientContext,
  account: Account,
): Promise<Headers> {
  await endOldSession(request);
  const from = { ip: client.ip ?? null, user_agent: request.headers.get("User-Agent") };
  const [token, language] = await Promise.all([
    startSession(account, from),
    readLanguage(account.id),
  ]);
  const headers = new Headers({ "Set-Cookie": sessionCookie(token) });
  if (language !== null) headers.append("Set-Cookie", languageCookie(language));
  return headers;
}

/** Ends this browser's session, if any, in the database and in the cookie. */
export async function closeSession(request: Request): Promise<SessionHeaders> {
  await endOldSession(request);
  return { "Set-Cookie": endedSessionCookie() };
}

async function endOldSession(request: Request): Promise<void> {
  const token = readSessionCookie(request);
  if (token !== null) await endSession(token);
}
