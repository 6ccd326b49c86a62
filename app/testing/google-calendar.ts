// Import before anything that reads the environment: starts the Google Calendar stand-in and
// configures its client.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll } from "vitest";
import { GOOGLE_PATH, googleSandbox } from "~/sandbox/google/sandbox";
import { setSettings } from "./settings";

const client = { client_id: "google-client", client_secret: "google-secret-for-tests" };
const redirect_uri = `${process.env.BASE_URL ?? "http://127.0.0.1:3000"}/api/calendar-connections/callback/google`;

/** The stand-in: `google.control` triggers external changes, `google.wire.calls` records calls. */
export const google = googleSandbox({ ...client, redirect_uri, file: null });

const server = createServer(express().use(google.router)).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const googleOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
export const googleSettings = {
  GOOGLE_CALENDAR_CLIENT_ID: client.client_id,
  GOOGLE_CALENDAR_CLIENT_SECRET: client.client_secret,
  GOOGLE_CALENDAR_API_BASE: googleOrigin + GOOGLE_PATH,
};
setSettings(googleSettings);

const SCOPE = "https://www.googleapis.com/auth/";
export const GOOGLE_READ = [
  `${SCOPE}calendar.calendarlist.readonly`,
  `${SCOPE}calendar.events.freebusy`,
];
export const GOOGLE_ALL = [...GOOGLE_READ, `${SCOPE}calendar.events.owned`];

/**
 * Answers the consent page at `url` with these boxes ticked; null cancels. Returns the callback
 * URL.
 */
export async function visitGoogle(
  url: URL | string,
  account: string | null,
  boxes = GOOGLE_ALL,
): Promise<URL> {
  const shown = await fetch(url);
  if (!shown.ok) throw new Error(`The consent page answers ${shown.status}: ${await shown.text()}`);
  const query = new URL(url).searchParams;
  const body = new URLSearchParams({
    state: query.get("state") ?? "",
    challenge: query.get("code_challenge") ?? "",
    account: account ?? "",
  });
  for (const box of boxes) body.append("box", box);
  const answer = await fetch(`${googleOrigin}${GOOGLE_PATH}/consent`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  return new URL(answer.headers.get("Location") ?? "");
}

export { pkce } from "./pkce";
