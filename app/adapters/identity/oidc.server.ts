import * as client from "openid-client";
import type { OidcSettings } from "~/lib/oidc-env";
import {
  IdentityError,
  type IdentityProvider,
  type ProvenIdentity,
  type SignInChecks,
} from "./port";

const TIMEOUT_SECONDS = 10;

/**
 * An OpenID Connect 1.0 provider, discovered on first use. Authorization code flow with PKCE
 * (S256), state and nonce; openid-client verifies the ID token's signature, issuer, audience, times
 * and nonce.
 */
export function oidcProvider(settings: OidcSettings): IdentityProvider {
  let found: Promise<client.Configuration> | null = null;
  const configuration = async () => {
    found ??= discover(settings);
    try {
      return await found;
    } catch (error) {
      found = null; // retry discovery on the next sign-in
      throw error;
    }
  };
  return {
    id: settings.id,
    name: settings.name,
    begin: (checks) => translated(async () => authorizationUrl(await configuration(), checks)),
    finish: (callbackUrl, checks) =>
      translated(async () => exchange(await configuration(), callbackUrl, checks)),
  };
}

function discover({
  issuer,
  client_id,
  client_secret,
}: OidcSettings): Promise<client.Configuration> {
  const isPlain = issuer.startsWith("http:"); // the environment lets it through on this machine only
  return client.discovery(new URL(issuer), client_id, client_secret, undefined, {
    timeout: TIMEOUT_SECONDS,
    ...(isPlain && { execute: [client.allowInsecureRequests] }),
  });
}

async function authorizationUrl(config: client.Configuration, checks: SignInChecks): Promise<URL> {
  return client.buildAuthorizationUrl(config, {
    redirect_uri: checks.redirect_uri,
    scope: "openid email profile",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.code_verifier),
    code_challenge_method: "S256",
  });
}

async function exchange(
  config: client.Configuration,
  callbackUrl: URL,
  checks: SignInChecks,
): Promise<ProvenIdentity> {
  const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.code_verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!; // guaranteed by idTokenExpected
  // Providers may omit the email address from the token. It is then requested from the userinfo
  // endpoint, which must return the same subject.
  const asksMore =
    claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const more = asksMore ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
  const claimsWithUserInfo: Record<string, unknown> = { ...more, ...claims };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(claimsWithUserInfo.email),
    email_verified: claimsWithUserInfo.email_verified === true,
    name: textOf(claimsWithUserInfo.name),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new IdentityError(kindOf(error), error);
  }
}

/** Maps openid-client's errors: refused by the provider, mismatched response, or unreachable. */
function kindOf(error: unknown): IdentityError["kind"] {
  if (error instanceof client.AuthorizationResponseError)
    return error.error === "access_denied" || error.error === "login_required"
      ? "declined"
      : "refused";
  if (error instanceof client.ResponseBodyError)
    return error.error === "invalid_grant" ? "refused" : "unavailable";
  const code = error instanceof client.ClientError ? error.code : undefined;
  return code !== undefined && MISFITS.has(code) ? "refused" : "unavailable";
}

const MISFITS = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
  "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED",
  "OAUTH_PARSE_ERROR",
]);
