import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import express, { type Response, type Router } from "express";
import { html, page } from "../page";
import type { GoogleState } from "./state";

const SCOPE = "https://www.googleapis.com/auth/";
/** Checkboxes of the consent page. `openid` and the email have none: they come with the account. */
const BOXES: Record<string, string> = {
  [`${SCOPE}calendar.calendarlist.readonly`]: "See the list of your calendars",
  [`${SCOPE}calendar.events.freebusy`]: "See when you are free or busy",
  [`${SCOPE}calendar.events.owned`]:
    "See, create, change and delete events on calendars that you own",
};
/** Everything that the product asks for. */
export const GOOGLE_DEMO_SCOPES = ["openid", `${SCOPE}userinfo.email`, ...Object.keys(BOXES)];
const AUTHORIZE = [
  "client_id",
  "redirect_uri",
  "response_type",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "access_type",
  "prompt",
  "include_granted_scopes",
  "login_hint",
];
const CODE_MS = 600_000;
const ACCESS_SECONDS = 3599;
const TESTING_MS = 7 * 86_400_000;

export interface GoogleCredentials {
  client_id: string;
  client_secret: string;
  redirect_uri: string;
}

/** A person's choice on the consent page. */
export interface Consent {
  account: string;
  scopes: string[];
  code_challenge: string;
}

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/**
 * Google's OAuth 2.0 for web servers: consent with checkboxes, codes with PKCE, refresh,
 * revocation.
 */
export class GoogleOAuth {
  constructor(
    private readonly state: GoogleState,
    private readonly credentials: GoogleCredentials,
    private readonly prefix: string,
  ) {}

  router(): Router {
    const router = express.Router();
    const form = express.urlencoded({ extended: false });
    router.get(`${this.prefix}/o/oauth2/v2/auth`, (request, response) => {
      const query = new URL(request.originalUrl, "http://sandbox").searchParams;
      const problem = this.#problemOf(query);
      if (problem !== null)
        return void response.status(400).send(page("Sign in", html`<p>Error 400: ${problem}</p>`));
      response.send(this.#consentPage(query));
    });
    router.post(`${this.prefix}/consent`, form, (request, response) => {
      const given = request.body as Record<string, string | string[] | undefined>;
      const back = new URL(this.credentials.redirect_uri);
      back.searchParams.set("state", textOf(given.state));
      if (textOf(given.account) === "") back.searchParams.set("error", "access_denied");
      else {
        const ticked = [given.box ?? []].flat();
        const consent = {
          account: textOf(given.account),
          scopes: ticked,
          code_challenge: textOf(given.challenge),
        };
        const { code, scope } = this.consent(consent);
        back.searchParams.set("code", code);
        back.searchParams.set("scope", scope);
      }
      response.redirect(303, back.href);
    });
    router.post(`${this.prefix}/token`, form, (request, response) => {
      this.#token(request.body as Record<string, string>, response);
    });
    router.post(`${this.prefix}/revoke`, form, (request, response) => {
      const { token = "" } = request.body as Record<string, string>;
      const grant = this.state.data.grants[this.state.data.access[token]?.grant ?? token];
      if (grant === undefined || grant.revoked) return refuse(response, 400, "invalid_token");
      grant.revoked = true;
      this.state.memory.save();
      response.json({});
    });
    return router;
  }

  /** Grants consent: returns a single-use code. */
  consent({ account, scopes, code_challenge }: Consent): { code: string; scope: string } {
    const given = [
      "openid",
      `${SCOPE}userinfo.email`,
      ...scopes.filter((one) => BOXES[one] !== undefined),
    ];
    const code = `4/${randomUUID()}`;
    const now = this.state.now();
    this.state.data.codes[code] = {
      grant: this.state.grant(account, given),
      challenge: code_challenge,
      redirect_uri: this.credentials.redirect_uri,
      expires: now + CODE_MS,
      used: false,
    };
    this.state.memory.save();
    return { code, scope: given.join(" ") };
  }

  #problemOf(query: URLSearchParams): string | null {
    const unknown = [...query.keys()].find((name) => !AUTHORIZE.includes(name));
    if (unknown !== undefined) return `invalid_request: unknown parameter ${unknown}`;
    if (query.get("client_id") !== this.credentials.client_id) return "invalid_client";
    if (query.get("redirect_uri") !== this.credentials.redirect_uri) return "redirect_uri_mismatch";
    if (query.get("response_type") !== "code") return "unsupported_response_type";
    if (query.get("code_challenge_method") !== "S256") return "invalid_request: PKCE by S256";
    if (query.get("access_type") !== "offline" || query.get("prompt") !== "consent")
      return "invalid_request: no refresh token would come of it";
    const known = ["openid", "email", ...Object.keys(BOXES)];
    const wrong = (query.get("scope") ?? "").split(" ").find((scope) => !known.includes(scope));
    return wrong === undefined ? null : `invalid_scope: ${wrong}`;
  }

  #token(form: Record<string, string>, response: Response): void {
    const { client_id, client_secret, grant_type, ...rest } = form;
    if (
      client_id !== this.credentials.client_id ||
      client_secret !== this.credentials.client_secret
    )
      return refuse(response, 401, "invalid_client");
    const allowed =
      grant_type === "refresh_token"
        ? ["refresh_token"]
        : ["code", "redirect_uri", "code_verifier"];
    if (Object.keys(rest).some((name) => !allowed.includes(name)))
      return refuse(response, 400, "invalid_request");
    if (grant_type === "refresh_token")
      return this.#issue(form.refresh_token ?? "", response, false);
    if (grant_type !== "authorization_code") return refuse(response, 400, "unsupported_grant_type");
    const code = this.state.data.codes[form.code ?? ""];
    const challenge = createHash("sha256")
      .update(form.code_verifier ?? "")
      .digest("base64url");
    const isGood =
      code !== undefined &&
      !code.used &&
      code.expires > this.state.now() &&
      code.challenge === challenge;
    if (!isGood || code.redirect_uri !== form.redirect_uri)
      return refuse(response, 400, "invalid_grant");
    code.used = true;
    this.#issue(code.grant, response, true);
  }

  #issue(refresh: string, response: Response, isFirst: boolean): void {
    const grant = this.state.data.grants[refresh];
    const now = this.state.now();
    const isOver =
      this.state.data.testing && grant !== undefined && grant.created + TESTING_MS < now;
    if (grant === undefined || grant.revoked || isOver)
      return refuse(response, 400, "invalid_grant");
    const access = `ya29.${randomUUID()}`;
    this.state.data.access[access] = { grant: refresh, expires: now + ACCESS_SECONDS * 1000 };
    this.state.memory.save();
    response.json({
      access_token: access,
      expires_in: ACCESS_SECONDS,
      scope: grant.scopes.join(" "),
      token_type: "Bearer",
      ...(isFirst && { refresh_token: refresh, id_token: this.#idToken(grant.account) }),
      ...(this.state.data.testing && { refresh_token_expires_in: Math.floor(TESTING_MS / 1000) }),
    });
  }

  /** Uses the machine's clock, against which the token is verified. */
  #idToken(email: string): string {
    const now = Math.floor(Date.now() / 1000);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = {
      iss: "https://accounts.google.com",
      aud: this.credentials.client_id,
      sub: createHash("sha256").update(email).digest("hex").slice(0, 21),
      email,
      email_verified: true,
      iat: now,
      exp: now + 3600,
    };
    const signed = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`;
    return `${signed}.${createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url")}`;
  }

  #consentPage(query: URLSearchParams): string {
    const requestedScopes = (query.get("scope") ?? "")
      .split(" ")
      .filter((scope) => BOXES[scope] !== undefined);
    const hint = query.get("login_hint");
    const accounts = Object.keys(this.state.data.accounts);
    accounts.sort((one, other) => Number(other === hint) - Number(one === hint));
    return page(
      "Sign in to a calendar (test)",
      html`<p>No real account is opened. This page stands in for Google's own.</p>
        <form method="post" action="${this.prefix}/consent">
          <input type="hidden" name="state" value="${query.get("state") ?? ""}" />
          <input type="hidden" name="challenge" value="${query.get("code_challenge") ?? ""}" />
          <fieldset>
            <legend>Booking Service may</legend>
            ${requestedScopes.map(
              (scope) =>
                html`<p>
                  <label
                    ><input type="checkbox" name="box" value="${scope}" checked />
                    ${BOXES[scope] ?? ""}</label
                  >
                </p>`,
            )}
          </fieldset>
          ${accounts.map((email) => html`<p><button name="account" value="${email}">Continue as ${email}</button></p>`)}
          <p><button name="account" value="">Cancel</button></p>
        </form>`,
    );
  }
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error, error_description: "Bad Request" });
}
