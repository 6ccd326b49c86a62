/** Values sent with a sign-in that the callback must match. */
export interface SignInChecks {
  /** Our callback URL. */
  redirect_uri: string;
  state: string;
  nonce: string;
  /** PKCE (RFC 7636): 43 to 128 secret characters; the provider first gets their SHA-256. */
  code_verifier: string;
}

/** The identity reported by the provider. `email` counts only if `email_verified` is true. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  name: string | null;
}

/**
 * Why a sign-in failed: declined by the person; an expired or mismatched response; provider
 * unreachable.
 */
export class IdentityError extends Error {
  constructor(
    readonly kind: "declined" | "refused" | "unavailable",
    cause: unknown,
  ) {
    super(`identity provider: ${kind}`, { cause });
    this.name = "IdentityError";
  }
}

/** An external identity provider. */
export interface IdentityProvider {
  id: string;
  name: string;
  /** The URL where the browser signs in. Throws IdentityError. */
  begin(checks: SignInChecks): Promise<URL>;
  /** The identity from the callback URL. Throws IdentityError. */
  finish(callbackUrl: URL, checks: SignInChecks): Promise<ProvenIdentity>;
}
