import express, { type Response, type Router } from "express";
import { html, page } from "../page";
import type { EventSender } from "./events";
import { parseForm, textAt } from "./form";
import { PLATFORM, type SandboxState } from "./state";
import type { WireCredentials } from "./wire";

const CODE_SECONDS = 300;

/**
 * Stripe Connect's OAuth: consent page, token exchange and deauthorization (Stripe API reference,
 * OAuth).
 */
export function oauthRouter(
  state: SandboxState,
  events: EventSender,
  credentials: WireCredentials,
): Router {
  const router = express.Router();
  const text = express.text({ type: () => true, limit: "64kb" });

  router.get("/oauth/authorize", (request, response) => {
    const query = parseForm(new URL(request.originalUrl, "http://sandbox").search);
    const redirect = textAt(query, "redirect_uri") ?? "";
    if (textAt(query, "client_id") !== credentials.client_id || redirect === "")
      return void response
        .status(400)
        .send(page("Connect", html`<p>This application is not known.</p>`));
    response.send(consentPage(state, redirect, textAt(query, "state") ?? "", query.stripe_user));
  });

  router.post("/oauth/consent", express.urlencoded({ extended: false }), (request, response) => {
    const {
      redirect_uri,
      state: given,
      choice,
      name,
      email,
    } = request.body as Record<string, string>;
    const back = new URL(redirect_uri ?? "");
    back.searchParams.set("state", given ?? "");
    if (choice === "deny") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user denied your request");
    } else {
      const account =
        choice === "new"
          ? state.addAccount({ name: name || "New account", email: email || "new@example.com" }).id
          : choice!;
      const code = state.id("ac");
      state.data.codes[code] = { account, created: state.now(), is_used: false };
      back.searchParams.set("scope", "read_write");
      back.searchParams.set("code", code);
    }
    state.save();
    response.redirect(303, back.href);
  });

  router.post("/oauth/token", text, (request, response) => {
    const form = parseForm(String(request.body));
    if (request.get("Authorization") !== `Bearer ${credentials.secret}`)
      return refuse(response, 401, "invalid_client", "Wrong key.");
    if (textAt(form, "grant_type") !== "authorization_code")
      return refuse(response, 400, "unsupported_grant_type", "Only authorization_code.");
    const code = state.data.codes[textAt(form, "code") ?? ""];
    if (code === undefined || code.is_used || code.created + CODE_SECONDS < state.now())
      return refuse(
        response,
        400,
        "invalid_grant",
        "Authorization code does not exist, has expired or was used.",
      );
    code.is_used = true;
    state.data.accounts[code.account]!.is_connected = true; // every code has an account
    state.save();
    response.json({
      access_token: `sk_test_${code.account}`,
      livemode: false,
      refresh_token: `rt_${code.account}`,
      scope: "read_write",
      stripe_publishable_key: `pk_test_${code.account}`,
      stripe_user_id: code.account,
      token_type: "bearer",
    });
  });

  router.post("/oauth/deauthorize", text, (request, response) => {
    const form = parseForm(String(request.body));
    if (request.get("Authorization") !== `Bearer ${credentials.secret}`)
      return refuse(response, 401, "invalid_client", "Wrong key.");
    const account = state.data.accounts[textAt(form, "stripe_user_id") ?? ""];
    if (textAt(form, "client_id") !== credentials.client_id || !account?.is_connected)
      return refuse(
        response,
        401,
        "invalid_client",
        "This application is not connected to that account.",
      );
    disconnect(state, events, account.id);
    response.json({ stripe_user_id: account.id });
  });
  return router;
}

/** Ends a connection. The event's object is the application; the account is top-level. */
export function disconnect(state: SandboxState, events: EventSender, account: string): void {
  state.data.accounts[account]!.is_connected = false; // checked by the caller
  state.save();
  events.emit(account, "account.application.deauthorized", {
    id: "ca_sandbox",
    object: "application",
    name: "Booking Service",
  });
}

function refuse(
  response: Response,
  status: number,
  error: string,
  error_description: string,
): void {
  response.status(status).json({ error, error_description });
}

function consentPage(
  state: SandboxState,
  redirect: string,
  given: string,
  prefill: unknown,
): string {
  const known =
    typeof prefill === "object" && prefill !== null ? (prefill as Record<string, string>) : {};
  const choice = (value: string, label: string) =>
    html`<p><button name="choice" value="${value}">${label}</button></p>`;
  return page(
    "Connect an account (test)",
    html`<p>
        No real account is opened and no money moves. This page stands in for the payment provider's
        own.
      </p>
      <form method="post" action="/oauth/consent">
        <input type="hidden" name="redirect_uri" value="${redirect}" />
        <input type="hidden" name="state" value="${given}" />
        ${Object.values(state.data.accounts).map(({ id, name }) => choice(id, id === PLATFORM ? "Connect the platform's own account" : `Connect: ${name}`))}
        <fieldset>
          <legend>New account</legend>
          <p>
            <label>Name <input name="name" value="${known.business_name ?? ""}" /></label>
          </p>
          <p>
            <label>Email <input name="email" type="email" value="${known.email ?? ""}" /></label>
          </p>
          ${choice("new", "Open a new account and connect it")}
        </fieldset>
        ${choice("deny", "Deny")}
      </form>`,
  );
}
