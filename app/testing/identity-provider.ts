// Import before anything that reads the environment: a real identity provider on loopback.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import Provider from "oidc-provider";
import { afterAll } from "vitest";
import { setSettings } from "./settings";

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** Person for the next sign-in; null presses "cancel". */
let next: Person | null = null;
const people = new Map<string, Person>();

const server = createServer();
server.listen(0, "127.0.0.1");
await once(server, "listening");
export const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
const client_id = "booking-service";
const base = process.env.BASE_URL ?? "http://127.0.0.1:3000";

const provider = new Provider(issuer, {
  clients: [{ client_id, client_secret: "secret", redirect_uris: [`${base}/auth/oidc/callback`] }],
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  pkce: { required: () => true },
  cookies: { keys: ["test"] },
  ttl: {
    Interaction: 600,
    Grant: 600,
    Session: 600,
    AccessToken: 600,
    IdToken: 600,
    AuthorizationCode: 60,
  },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => people.get(accountId),
  }),
  loadExistingGrant: async ({ oidc }: { oidc: { session: { accountId: string } } }) => {
    const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: client_id });
    grant.addOIDCScope("openid email profile");
    await grant.save();
    return grant;
  },
});
const answer = provider.callback();
server.on("request", (request, response) => {
  if (!request.url?.startsWith("/interaction/")) return answer(request, response);
  const result = next === null ? { error: "access_denied" } : { login: { accountId: next.sub } };
  void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

setSettings({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client_id,
  OIDC_CLIENT_SECRET: "secret",
  OIDC_NAME: "Example ID",
});

/**
 * Opens the provider's URL in a new browser session, signs in as `person`, and returns the redirect
 * URL.
 */
export async function visitProvider(url: string, person: Person | null): Promise<string> {
  next = person;
  if (person) people.set(person.sub, person);
  const cookies = new Map<string, string>();
  for (let address = url; ;) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { Cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("Location");
    if (location === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    address = new URL(location, issuer).href;
    if (!address.startsWith(issuer)) return address;
  }
}
