import { createHash, randomUUID } from "node:crypto";
import express, { type Response, type Router } from "express";
import { html, page } from "../page";
import type { GraphState } from "./state";

const AUTHORIZE = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "prompt",
  "login_hint",
];
const KNOWN_SCOPES = [
  "offline_access",
  "User.Read",
  "Calendars.ReadBasic",
  "Calendars.Read",
  "Calendars.ReadWrite",
];
const CODE_MS = 600_000;
const ACCESS_SECONDS = 3599;

export interface GraphCredentials {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}
/** A person's choice on the consent page; there are no checkboxes: all or nothing. */
export interface GraphConsent {
  account: string;
  scope: string;
  code_challenge: string;
}

const DECLINED = "AADSTS65004: User declined to consent to access the app.";
const ADMIN = "AADSTS90094: The grant requires administrator permission.";

/**
 * Microsoft's identity platform v2.0: consent, which an organization may reserve to administrators;
 * rotating refresh tokens.
 */
export class GraphOAuth {
  constructor(
    private readonly state: GraphState,
    private readonly credentials: GraphCredentials,
    private readonly prefix: string,
  ) {}

  router(): Router {
    const router = express.Router();
    const form = express.urlencoded({ extended: false });
    router.get(`${this.prefix}/common/oauth2/v2.0/authorize`, (request, response) => {
      const query = new URL(request.originalUrl, "http://sandbox").searchParams;
      const problem = this.#problemOf(query);
      if (problem !== null)
        return void response.status(400).send(page("Sign in", html`<p>${problem}</p>`));
      response.send(this.#consentPage(query));
    });
    router.post(`${this.prefix}/consent`, form, (request, response) => {
      const {
        account = "",
        state = "",
        scope = "",
        challenge = "",
      } = request.body as Record<string, string>;
      const back = new URL(this.credentials.redirect_uri);
      back.searchParams.set("state", state);
      const refused =
        account === ""
          ? DECLINED
          : this.state.data.accounts[account]?.needs_admin === true
            ? ADMIN
            : null;
      if (refused === null)
        back.searchParams.set("code", this.consent({ account, scope, code_challenge: challenge }));
      else {
        back.searchParams.set("error", refused === ADMIN ? "consent_required" : "access_denied");
        back.searchParams.set("error_description", `${refused} Trace ID: 0.`);
      }
      response.redirect(303, back.href);
    });
    router.post(`${this.prefix}/common/oauth2/v2.0/token`, form, (request, response) => {
      this.#token(request.body as Record<string, string>, response);
    });
    return router;
  }

  /** Grants consent: returns a single-use code. */
  consent({ account, scope, code_challenge }: GraphConsent): string {
    const [code, grant] = [`0.${randomUUID()}`, randomUUID()];
    // offline_access is not among the returned scopes.
    const scopes = scope.split(" ").filter((one) => one !== "offline_access");
    this.state.data.grants[grant] = { account, scopes, refresh_token: "", revoked: false };
    this.state.data.codes[code] = {
      grant,
      challenge: code_challenge,
      expires: this.state.now() + CODE_MS,
      used: false,
    };
    this.state.memory.save();
    return code;
  }

  #problemOf(query: URLSearchParams): string | null {
    const unknown = [...query.keys()].find((name) => !AUTHORIZE.includes(name));
    if (unknown !== undefined) return `AADSTS90014: unknown parameter ${unknown}`;
    if (query.get("client_id") !== this.credentials.client_id)
      return "AADSTS700016: Application was not found.";
    if (query.get("redirect_uri") !== this.credentials.redirect_uri)
      return "AADSTS50011: The redirect URI is another.";
    if (query.get("response_type") !== "code" || query.get("code_challenge_method") !== "S256")
      return "AADSTS900144: a code with PKCE by S256.";
    const wrong = (query.get("scope") ?? "")
      .split(" ")
      .find((scope) => !KNOWN_SCOPES.includes(scope));
    return wrong === undefined ? null : `AADSTS70011: The scope ${wrong} is not valid.`;
  }

  #token(form: Record<string, string>, response: Response): void {
    const { client_id, client_secret, grant_type, ...rest } = form;
    if (
      client_id !== this.credentials.client_id ||
      client_secret !== this.credentials.client_secret
    )
      return refuse(
        response,
        401,
        "invalid_client",
        "AADSTS7000215: Invalid client secret provided.",
      );
    const allowed =
      grant_type === "refresh_token"
        ? ["refresh_token", "scope"]
        : ["code", "redirect_uri", "code_verifier", "scope"];
    if (Object.keys(rest).some((name) => !allowed.includes(name)))
      return refuse(response, 400, "invalid_request", "AADSTS90014: unknown parameter.");
    if (grant_type === "refresh_token") return this.#refresh(form.refresh_token ?? "", response);
    if (grant_type !== "authorization_code")
      return refuse(response, 400, "unsupported_grant_type", "AADSTS70003: grant type.");
    const code = this.state.data.codes[form.code ?? ""];
    const challenge = createHash("sha256")
      .update(form.code_verifier ?? "")
      .digest("base64url");
    const isGood =
      code !== undefined &&
      !code.used &&
      code.expires > this.state.now() &&
      code.challenge === challenge;
    if (!isGood || form.redirect_uri !== this.credentials.redirect_uri)
      return refuse(
        response,
        400,
        "invalid_grant",
        "AADSTS70008: The code is expired, used, or another's.",
      );
    code.used = true;
    this.#issue(code.grant, response);
  }

  #refresh(token: string, response: Response): void {
    const found = Object.entries(this.state.data.grants).find(
      ([, { refresh_token }]) => refresh_token === token,
    );
    if (found === undefined || found[1].revoked)
      return refuse(
        response,
        400,
        "invalid_grant",
        "AADSTS50173: The provided grant has expired or was revoked.",
      );
    if (this.state.data.accounts[found[1].account]?.needs_admin === true)
      return refuse(
        response,
        400,
        "invalid_grant",
        "AADSTS65001: The user or administrator has not consented.",
      );
    this.#issue(found[0], response);
  }

  /** Each response contains a new refresh token and invalidates the previous one. */
  #issue(grantId: string, response: Response): void {
    const grant = this.state.data.grants[grantId]!; // both callers found it
    const access = `EwB${randomUUID()}`;
    grant.refresh_token = `M.C5${randomUUID()}`;
    this.state.data.access[access] = {
      grant: grantId,
      expires: this.state.now() + ACCESS_SECONDS * 1000,
    };
    this.state.memory.save();
    response.json({
      token_type: "Bearer",
      scope: grant.scopes.map((scope) => `https://graph.microsoft.com/${scope}`).join(" "),
      expires_in: ACCESS_SECONDS,
      ext_expires_in: ACCESS_SECONDS,
      access_token: access,
      refresh_token: grant.refresh_token,
    });
  }

  #consentPage(query: URLSearchParams): string {
    const hint = query.get("login_hint");
    const accounts = Object.keys(this.state.data.accounts);
    accounts.sort((one, other) => Number(other === hint) - Number(one === hint));
    return page(
      "Sign in to a calendar (test)",
      html`<p>No real account is opened. This page stands in for Microsoft's own.</p>
        <form method="post" action="${this.prefix}/consent">
          <input type="hidden" name="state" value="${query.get("state") ?? ""}" />
          <input type="hidden" name="scope" value="${query.get("scope") ?? ""}" />
          <input type="hidden" name="challenge" value="${query.get("code_challenge") ?? ""}" />
          <p>Booking Service asks for: ${query.get("scope") ?? ""}</p>
          ${accounts.map((email) => html`<p><button name="account" value="${email}">Accept as ${email}</button></p>`)}
          <p><button name="account" value="">Cancel</button></p>
        </form>`,
    );
  }
}

function refuse(
  response: Response,
  status: number,
  error: string,
  error_description: string,
): void {
  response
    .status(status)
    .json({ error, error_description, error_codes: [Number(/\d+/.exec(error_description)?.[0])] });
}
