import type { Role, Scope } from "~/contract/common";
import { AppError } from "~/lib/app-error";
import { KEY_PREFIXES, type KeyPrefix } from "./key-format";

// Error messages for developers: which key was sent, what is required, and where to find it. The
// widget and the guest's pages have separate texts for visitors.

const WHERE = "in the dashboard under API keys (/dashboard/keys)";
const PUBLISHABLE = "a publishable key (pk_live_… or pk_test_…)";
const SECRET = "a secret key (sk_live_… or sk_test_…)";
const asBearer = { headers: { "WWW-Authenticate": "Bearer" } };

/** A key as the dashboard shows it: its prefix and last four characters. */
function shownKey(text: string): string {
  const prefix = (Object.keys(KEY_PREFIXES) as KeyPrefix[]).find((one) => text.startsWith(one));
  return prefix === undefined ? "what was sent" : `${prefix}…${text.slice(-4)}`;
}

export const mistypedKey = (text: string) =>
  new AppError(
    "invalid_key",
    `The key ${shownKey(text)} is mistyped: its last characters do not fit the others. Copy it again, whole, where it was kept; a new one is made ${WHERE}.`,
  );
export const unrecognizedKey = () =>
  new AppError(
    "invalid_key",
    `What was sent is no key of this service: keys begin with pk_live_, pk_test_, sk_live_ or sk_test_, and 38 characters follow. They are made ${WHERE}.`,
  );
export const unknownKey = (text: string) =>
  new AppError(
    "invalid_key",
    `The key ${shownKey(text)} is unknown or was revoked. Look for it ${WHERE}, and make another one there if it is gone.`,
  );
export const expiredKey = (text: string) =>
  new AppError(
    "key_expired",
    `The key ${shownKey(text)} has expired. Give it a later date, or make another one, ${WHERE}.`,
  );

export const needsPublishableKey = () =>
  new AppError(
    "unauthenticated",
    `No key was sent. This address needs ${PUBLISHABLE}: as header x-publishable-key, as Authorization: Bearer, or as ?key=. It is ${WHERE}.`,
    asBearer,
  );
export const secretKeyForWebsite = () =>
  new AppError(
    "invalid_key",
    `A secret key was sent. This address is called by websites and needs ${PUBLISHABLE}, which is ${WHERE}. A secret key belongs on a server; revoke it if a browser had it.`,
  );
export const publishableKeyForServer = () =>
  new AppError(
    "unauthenticated",
    `A publishable key was sent, which is for websites and their widget alone. This address needs ${SECRET} as Authorization: Bearer, or a signed-in person. Secret keys are made ${WHERE}.`,
    asBearer,
  );
export const needsCaller = () =>
  new AppError(
    "unauthenticated",
    `Nobody is signed in here, and no key was sent. Sign in, or send ${SECRET} as Authorization: Bearer. Secret keys are made ${WHERE}.`,
    asBearer,
  );
export const secretKeyInBrowser = () =>
  new AppError(
    "origin_not_allowed",
    `A secret key was sent by a browser, where everybody can read it. Revoke it, and use ${PUBLISHABLE} there. Both are done ${WHERE}.`,
  );
export const needsPerson = () =>
  new AppError(
    "forbidden_role",
    "A secret key was sent. Only a person who is signed in to the dashboard can do this, whatever the key's role.",
  );

export const testKeySent = () =>
  new AppError(
    "livemode_mismatch",
    `A test key was sent. Test keys read and change test bookings and test customers, and read services, hours and free times; this needs a live key, which is ${WHERE}.`,
  );

export function lacksRole(kind: "user" | "secret_key", has: Role, needed: Role): AppError {
  const message =
    kind === "secret_key"
      ? `This needs the role ${needed}, and the secret key that was sent has the role ${has}. Make one with the role ${needed} ${WHERE}.`
      : `This needs the role ${needed}, and yours is ${has}. Ask an owner or admin of the company.`;
  return new AppError("forbidden_role", message, { details: { role: has, needed } });
}

export const lacksScope = (scopes: readonly Scope[], scope: Scope) =>
  new AppError(
    "insufficient_scope",
    `The publishable key that was sent lacks the scope ${scope}, which this needs. It has ${scopes.join(", ") || "none"}. Give it the scope ${WHERE}, or use a key that has it.`,
    { details: { scope, scopes } },
  );

/** Names only the caller's origin, never the allowed ones. */
export const otherOrigin = (origin: string) =>
  new AppError(
    "origin_not_allowed",
    `The key that was sent may not be used from ${origin}. Add this address to the websites of the key ${WHERE}, or to those of its widget (/dashboard/widgets).`,
    { details: { origin } },
  );
