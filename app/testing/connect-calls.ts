import { expect } from "vitest";
import type { ProviderName } from "~/adapters/payments/port";
import { standIn } from "./payments-on";
import { call } from "./request";

// An owner's browser on its way to the payment provider and back, through the real routes.

/** The state cookie of a response with its attributes. */
export function stateCookie(answer: Response): { value: string; attributes: string[] } {
  const [pair = "", ...attributes] = (answer.headers.get("Set-Cookie") ?? "").split("; ");
  return { value: pair.replace(/^pp_oauth_state=/, ""), attributes };
}

export interface StartedConnection {
  /** The consent page. */
  url: URL;
  /** The browser's cookies. */
  state: string;
}

export async function authorize(
  cookie: string,
  provider: ProviderName = "payprovider",
): Promise<StartedConnection> {
  const answer = await call(`/api/${provider}/connect?action=authorize`, { cookie });
  expect(answer.status).toBe(302);
  return { url: new URL(answer.headers.get("Location")!), state: stateCookie(answer).value };
}

/** Chooses an account on the consent page; returns the callback URL. */
export async function consent({ url }: StartedConnection, choice: string): Promise<URL> {
  const [redirect_uri, state] = [
    url.searchParams.get("redirect_uri")!,
    url.searchParams.get("state")!,
  ];
  const body = new URLSearchParams({ redirect_uri, state, choice });
  const answer = await fetch(`${standIn.origin}/oauth/consent`, {
    method: "POST",
    redirect: "manual",
    body,
  });
  return new URL(answer.headers.get("Location")!);
}

/** Follows the callback with the session and the stored state (null: none). */
export function comeBack(back: URL, cookie: string, state: string | null): Promise<Response> {
  const cookies = state === null ? cookie : `${cookie}; pp_oauth_state=${state}`;
  return call(back.pathname + back.search, {
    cookie: cookies,
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
}

export const newAccount = () => standIn.sandbox.state.addAccount({ name: "Salon" }).id;

/** The whole flow. */
export async function connectOverHttp(
  cookie: string,
  provider: ProviderName = "payprovider",
): Promise<string> {
  const account = newAccount();
  const started = await authorize(cookie, provider);
  const answer = await comeBack(await consent(started, account), cookie, started.state);
  expect(answer.headers.get("Location")).toBe("/dashboard/payments?connected");
  return account;
}
