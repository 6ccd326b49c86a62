import { createHash } from "node:crypto";

/** A PKCE verifier and its challenge (RFC 7636, S256). */
export function pkce() {
  const code_verifier = "v".repeat(64);
  return {
    code_verifier,
    code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
  };
}
