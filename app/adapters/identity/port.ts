/** What goes out with a sign-in and must fit what comes back. */
export interface SignInChecks {
  /** The address of ours that the provider sends the browser back to. */
  redirect_uri: string;
  state: string;
  nonce: string;
  /** PKCE (RFC 7636): 43 to 128 characters that only we know; the provider sees its SHA-256 first. */
  code_verifier: string;
}

/** Who the provider says has signed in. `email` is theirs only when `email_verified` is true. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  name: string | null;
}

/** Why nobody was signed in: the person said no; the answer is not to this sign-in or too old; the provider cannot be reached. */
export class IdentityError extends Error {
  constructor(
    readonly kind: "declined" | "refused" | "unavailable",
    cause: unknown,
  ) {
    super(`identity provider: ${kind}`, { cause });
    this.name = "IdentityError";
  }
}

/** Someone else who knows who people are. */
export interface IdentityProvider {
  id: string;
  name: string;
  /** Where the browser goes to sign in. Throws IdentityError. */
  begin(checks: SignInChecks): Promise<URL>;
  /** Who signed in, by the address with which the browser came back. Throws IdentityError. */
  finish(cameBack: URL, checks: SignInChecks): Promise<ProvenIdentity>;
}
