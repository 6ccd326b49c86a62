import * as client from "openid-client";
import { clock } from "~/lib/clock";
import { boundedFetch } from "./bounded-fetch.server";
import {
  type AuthorizeRequest,
  CalendarError,
  type CalendarProblem,
  type OAuthSecret,
} from "./port";

/**
 * Configuration of an OAuth provider. Endpoints are fixed, so that connecting doesn't wait for
 * discovery.
 */
export interface OAuthPlace {
  issuer: string;
  authorize_url: string;
  token_url: string;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  scopes: Readonly<Record<"read" | "write", readonly string[]>>;
  /** Additional parameters of the authorization request. */
  more: Readonly<Record<string, string>>;
  /**
   * Maps a failed token request to a problem by the provider's error text; undefined: as in RFC
   * 6749, 5.2.
   */
  problemOf?: (reply: { error: string; description: string }) => CalendarProblem | undefined;
}

export interface Granted {
  secret: OAuthSecret;
  scopes: string[];
  /** From the ID token, if the scope `openid` was requested. */
  email: string | null;
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/**
 * Authorization code flow with PKCE (RFC 6749, RFC 7636) through openid-client. Errors contain the
 * provider's error code, never a token or code.
 */
export class OAuthClient {
  readonly #config: client.Configuration;

  constructor(private readonly place: OAuthPlace) {
    const { issuer, authorize_url, token_url, client_id, client_secret } = place;
    this.#config = new client.Configuration(
      { issuer, authorization_endpoint: authorize_url, token_endpoint: token_url },
      client_id,
      undefined,
      client.ClientSecretPost(client_secret),
    );
    // Only for loopback: the environment rejects any other http base URL.
    if (token_url.startsWith("http:")) client.allowInsecureRequests(this.#config);
    this.#config[client.customFetch] = (url, { method, headers, body, signal }) =>
      boundedFetch(url, { method, headers, body: body as BodyInit, signal });
  }

  authorizeUrl({ state, code_challenge, account, use = "write" }: AuthorizeRequest): URL {
    const { redirect_uri, scopes, more } = this.place;
    return client.buildAuthorizationUrl(this.#config, {
      redirect_uri,
      scope: scopes[use].join(" "),
      state,
      code_challenge,
      code_challenge_method: "S256",
      ...more,
      ...(account !== undefined && { login_hint: account }),
    });
  }

  async exchange(callbackUrl: URL, code_verifier: string): Promise<Granted> {
    // The registered redirect URI, whatever host a proxy reported.
    const back = new URL(this.place.redirect_uri);
    back.search = callbackUrl.search;
    const tokens = await this.#requestTokens(() =>
      client.authorizationCodeGrant(this.#config, back, {
        pkceCodeVerifier: code_verifier,
        expectedState: client.skipStateCheck,
      }),
    );
    const claims = tokens.claims();
    const email = typeof claims?.email === "string" ? claims.email : null;
    return { secret: secretOf(tokens, null), scopes: scopesOf(tokens), email };
  }

  async refresh({ refresh_token }: OAuthSecret): Promise<OAuthSecret> {
    return secretOf(
      await this.#requestTokens(() => client.refreshTokenGrant(this.#config, refresh_token)),
      refresh_token,
    );
  }

  async #requestTokens(ask: () => Promise<Tokens>): Promise<Tokens> {
    try {
      return await ask();
    } catch (error) {
      throw toCalendarError(error, this.place);
    }
  }
}

function secretOf(tokens: Tokens, refresh_token: string | null): OAuthSecret {
  const refresh = tokens.refresh_token ?? refresh_token;
  if (refresh === null)
    throw new CalendarError("refused", { detail: "no refresh token was issued" });
  return {
    kind: "oauth",
    access_token: tokens.access_token,
    access_expires_at: new Date(clock.now() + (tokens.expires_in ?? 3600) * 1000).toISOString(),
    refresh_token: refresh,
  };
}

/**
 * Both providers list the granted scopes, which may be fewer than requested. Without a list, none
 * are assumed.
 */
function scopesOf({ scope = "" }: Tokens): string[] {
  return scope.split(" ").filter(Boolean);
}

const BY_ERROR: Record<string, CalendarProblem> = {
  invalid_grant: "reconnect",
  interaction_required: "reconnect",
  invalid_client: "operator",
  unauthorized_client: "operator",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
};

/**
 * openid-client's error is not attached as cause: it contains the response and possibly a token.
 */
function toCalendarError(error: unknown, place: OAuthPlace): CalendarError {
  if (error instanceof CalendarError) return error;
  // openid-client wraps errors of its fetch.
  if (error instanceof Error && error.cause instanceof CalendarError) return error.cause;
  if (
    error instanceof client.ResponseBodyError ||
    error instanceof client.AuthorizationResponseError
  ) {
    const reply = { error: error.error, description: error.error_description ?? "" };
    const isBusy =
      error instanceof client.ResponseBodyError && (error.status === 429 || error.status >= 500);
    const kind =
      place.problemOf?.(reply) ?? (isBusy ? "unavailable" : (BY_ERROR[reply.error] ?? "refused"));
    return new CalendarError(kind, { detail: wordOf(reply.error) });
  }
  return new CalendarError("unavailable", { detail: "invalid token response" });
}

/** A plain error code (RFC 6749, 5.2); other text is dropped. */
function wordOf(code: string): string {
  return /^[a-z_]{1,60}$/.test(code) ? code : "unknown error";
}
