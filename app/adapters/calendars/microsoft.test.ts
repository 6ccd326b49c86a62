import { beforeEach, describe, expect, it } from "vitest";
import { HOLIDAYS, MIA, MIA_CALENDAR, NO_CONSENT } from "~/sandbox/graph/state";
import { inspectAll, kindOf, readAll, wantedEvent } from "~/testing/calendar-driver";
import { microsoft, microsoftSettings, visitMicrosoft } from "~/testing/microsoft-calendar";
import { calendar, connect, microsoftClient, oauth, provider } from "~/testing/microsoft-driver";
import { pkce } from "~/testing/pkce";
import { microsoftProvider } from "./microsoft.server";
import type { CalendarError } from "./port";

beforeEach(() => microsoft.control.reset());

describe("authorization", () => {
  it("requests the needed scopes, a refresh token and PKCE, and returns the account", async () => {
    const scopeFor = async (use?: "read" | "write") =>
      (await oauth.authorizeUrl({ state: "s", code_challenge: "c", use })).searchParams.get(
        "scope",
      );
    expect(await scopeFor()).toBe("offline_access User.Read Calendars.ReadWrite Calendars.Read");
    expect(await scopeFor("read")).toBe("offline_access User.Read Calendars.ReadBasic");
    const { account, scopes } = await connect();
    expect([account, scopes]).toEqual([
      MIA,
      ["User.Read", "Calendars.ReadWrite", "Calendars.Read"],
    ]);
    expect([oauth.missingScopes(scopes, "read"), oauth.missingScopes(scopes, "write")]).toEqual([
      [],
      [],
    ]);
    const reader = await connect("read");
    expect(oauth.missingScopes(reader.scopes, "read")).toEqual([]);
    expect(oauth.missingScopes(reader.scopes, "write")).toEqual(["Calendars.ReadWrite"]);
    expect(oauth.missingScopes([], "read")).toEqual(["Calendars.ReadBasic"]);
    expect(await kindOf(provider.putEvent(reader.secret, calendar, wantedEvent(), null))).toBe(
      "missing_scope",
    );
  });

  it("distinguishes missing administrator consent from a refusal", async () => {
    expect(await kindOf(connect("write", NO_CONSENT))).toBe("admin_consent");
    expect(await kindOf(connect("write", null))).toBe("refused");
    const { secret } = await connect();
    microsoft.control.requireAdmin(MIA);
    expect(await kindOf(oauth.refresh(secret))).toBe("admin_consent");
  });

  it("accepts a code once, with its verifier only", async () => {
    const { code_verifier, code_challenge } = pkce();
    const back = await visitMicrosoft(
      await oauth.authorizeUrl({ state: "s", code_challenge }),
      MIA,
    );
    expect(await kindOf(oauth.exchange(back, "w".repeat(64)))).toBe("reconnect");
    await oauth.exchange(back, code_verifier);
    expect(await kindOf(oauth.exchange(back, code_verifier))).toBe("reconnect");
  });

  it("rotates the refresh token with each refresh", async () => {
    const { secret } = await connect();
    microsoft.control.expireTokens();
    expect(await kindOf(provider.listCalendars(secret))).toBe("reconnect");
    const next = await oauth.refresh(secret);
    expect(next.refresh_token).not.toBe(secret.refresh_token);
    expect(await kindOf(oauth.refresh(secret))).toBe("reconnect");
    expect(await provider.listCalendars(await oauth.refresh(next))).toHaveLength(2);
    microsoft.control.revoke(MIA);
    expect(await kindOf(oauth.refresh(next))).toBe("reconnect");
    await oauth.revoke(next); // no revocation endpoint
  });

  it("reports a rejected client as an operator problem", async () => {
    const { secret } = await connect();
    const other = microsoftProvider({ ...microsoftClient, client_secret: "expired" });
    expect(await kindOf(other.oauth!.refresh(secret))).toBe("operator");
  });

  it("never includes a token in an error", async () => {
    const { secret } = await connect();
    microsoft.control.revoke(MIA);
    const texts: string[] = [];
    for (const work of [() => oauth.refresh(secret), () => provider.listCalendars(secret)])
      await work().catch((error: Error) => {
        expect(error.cause).toBeUndefined();
        texts.push(inspectAll(error));
      });
    expect(texts).toHaveLength(2);
    for (const text of texts)
      for (const token of [
        secret.access_token,
        secret.refresh_token,
        microsoftClient.client_secret,
      ])
        expect(text).not.toContain(token);
  });
});

describe("calendars", () => {
  it("are listed with their write access", async () => {
    const { secret } = await connect();
    const common = { time_zone: null };
    expect(await provider.listCalendars(secret)).toEqual([
      { ...common, external_id: MIA_CALENDAR, name: "Calendar", can_write: true, is_primary: true },
      { ...common, external_id: HOLIDAYS, name: "Holidays", can_write: false, is_primary: false },
    ]);
  });
});

describe("errors", () => {
  it.each([
    [{ status: 429, reason: "ApplicationThrottled", retry_after: 7 }, "rate_limited"],
    [{ status: 503, reason: "serviceNotAvailable", retry_after: 7 }, "rate_limited"],
    [{ status: 503, reason: "serviceNotAvailable" }, "unavailable"],
    [{ status: 500 }, "unavailable"],
    [{ status: 401, reason: "InvalidAuthenticationToken" }, "reconnect"],
    [{ status: 403, reason: "ErrorAccessDenied" }, "missing_scope"],
    [{ status: 403, reason: "ErrorQuotaExceeded" }, "refused"],
    [{ status: 403 }, "refused"],
    [{ status: 404, reason: "MailboxNotEnabledForRESTAPI" }, "refused"],
    [{ status: 400, reason: "ErrorInvalidRequest" }, "refused"],
    [{ kind: "no_answer" as const }, "unavailable"],
  ])("%j is %s", async (fault, kind) => {
    const { secret } = await connect();
    microsoft.wire.faults = [{ route: "GET /graph/v1.0", kind: "status", times: 1, ...fault }];
    const error: CalendarError = await readAll(provider, secret, calendar).then(
      Promise.reject,
      (error) => error,
    );
    expect([error.kind, error.retry_after_ms]).toEqual([
      kind,
      kind === "rate_limited" ? 7000 : null,
    ]);
    expect(await kindOf(readAll(provider, secret, calendar))).toBeNull();
  });

  it("sends one request at a time per mailbox", async () => {
    const { secret } = await connect();
    microsoft.control.settings({ delay_ms: 5 });
    await Promise.all(Array.from({ length: 8 }, () => provider.listCalendars(secret)));
    expect(microsoft.endpoints.mostAtOnce).toBe(1);
    const others = await Promise.all([connect(), connect(), connect()]);
    microsoft.endpoints.mostAtOnce = 0;
    await Promise.all(others.map((other) => provider.listCalendars(other.secret)));
    expect(microsoft.endpoints.mostAtOnce).toBeGreaterThan(1);
  });

  it("the stand-in refuses a fifth concurrent call, as Outlook does", async () => {
    const { secret } = await connect();
    microsoft.control.settings({ delay_ms: 50 });
    const headers = { Authorization: `Bearer ${secret.access_token}` };
    const url = `${microsoftSettings.MICROSOFT_CALENDAR_API_BASE}/v1.0/me/calendars`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => fetch(url, { headers })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429]);
  });

  it.each([
    ["a parameter that is not known", "/me/calendars?$search=x", 400],
    ["no account", "/me/calendars", 401],
  ])("the stand-in refuses %s", async (_what, path, status) => {
    const { secret } = await connect();
    const headers: Record<string, string> =
      status === 401 ? {} : { Authorization: `Bearer ${secret.access_token}` };
    const url = `${microsoftSettings.MICROSOFT_CALENDAR_API_BASE}/v1.0${path}`;
    expect((await fetch(url, { headers })).status).toBe(status);
  });
});
