import Stripe from "stripe";
import type { OperationShape } from "~/contract/operation";
import { asProvider } from "../callers";
import { makeKey, makeSecretKey, signIn } from "../factory";
import type { SampleTenant } from "../sample-tenant";
import { WEBHOOK_SECRET } from "../stripe-stand-in";

export const CALLERS = ["session", "secret", "publishable", "nobody", "provider"] as const;
export type CallerName = (typeof CALLERS)[number];
/** A caller's credentials; a provider signs the bytes. */
export type Credentials = Record<CallerName, (body: Buffer | undefined) => Record<string, string>>;

/**
 * Credentials of a company's four kinds of caller, and of an external service with a valid secret.
 */
export async function credentialsOf({ owner }: SampleTenant): Promise<Credentials> {
  const [cookie, secret, key] = [
    await signIn(owner),
    await makeSecretKey(owner),
    await makeKey(owner),
  ];
  const password = asProvider().headers!.Authorization!; // asProvider sets it
  return {
    session: () => ({ cookie, "sec-fetch-site": "same-origin" }),
    secret: () => ({ authorization: `Bearer ${secret}` }),
    publishable: () => ({ "x-publishable-key": key }),
    nobody: () => ({}),
    provider: (body) => ({
      authorization: password,
      "stripe-signature": signatureOf(body ?? Buffer.alloc(0)),
    }),
  };
}

/** Stripe's library cannot sign bytes that are not text, and Stripe never sends them. */
const signatureOf = (body: Buffer) =>
  Stripe.webhooks.generateTestHeaderString({
    payload: body.toString("utf8"),
    secret: WEBHOOK_SECRET,
  });

/** Callers that an operation accepts; it refuses all others. */
export function entitledTo({ caller }: OperationShape): CallerName[] {
  switch (caller.kind) {
    case "session":
      return caller.secret_key && caller.role !== "owner" ? ["session", "secret"] : ["session"];
    case "account":
      return ["session"];
    case "key":
      return ["publishable"];
    case "public":
      return ["nobody"];
    case "provider":
      return ["provider"];
  }
}
