// Import before anything that reads the environment: starts the Outlook stand-in and configures its
// client.
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll } from "vitest";
import { GRAPH_PATH, graphSandbox } from "~/sandbox/graph/sandbox";
import { setSettings } from "./settings";

const client = { client_id: "microsoft-client", client_secret: "microsoft-secret-for-tests" };
const redirect_uri = `${process.env.BASE_URL ?? "http://127.0.0.1:3000"}/api/calendar-connections/callback/microsoft`;

/**
 * The stand-in: `microsoft.control` triggers external changes, `microsoft.wire.calls` records
 * calls.
 */
export const microsoft = graphSandbox({ ...client, redirect_uri, file: null });

const server = createServer(express().use(microsoft.router)).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const microsoftOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
export const microsoftSettings = {
  MICROSOFT_CALENDAR_CLIENT_ID: client.client_id,
  MICROSOFT_CALENDAR_CLIENT_SECRET: client.client_secret,
  MICROSOFT_CALENDAR_API_BASE: microsoftOrigin + GRAPH_PATH,
};
setSettings(microsoftSettings);

/** Completes the consent page at `url` as a person; null cancels. Returns the redirect URL. */
export async function visitMicrosoft(url: URL | string, account: string | null): Promise<URL> {
  const shown = await fetch(url);
  if (!shown.ok) throw new Error(`The consent page answers ${shown.status}: ${await shown.text()}`);
  const query = new URL(url).searchParams;
  const body = new URLSearchParams({
    state: query.get("state") ?? "",
    scope: query.get("scope") ?? "",
    challenge: query.get("code_challenge") ?? "",
    account: account ?? "",
  });
  const answer = await fetch(`${microsoftOrigin}${GRAPH_PATH}/consent`, {
    method: "POST",
    body,
    redirect: "manual",
  });
  return new URL(answer.headers.get("Location") ?? "");
}
