import { beforeEach, describe, expect, it } from "vitest";
import { ANNA, SHARED } from "~/sandbox/google/state";
import { inspectAll, kindOf, wantedEvent } from "~/testing/calendar-driver";
import {
  google,
  GOOGLE_ALL,
  GOOGLE_READ,
  googleSettings,
  pkce,
  visitGoogle,
} from "~/testing/google-calendar";
import { calendar, connect, googleClient, oauth, provider } from "~/testing/google-driver";
import { googleProvider } from "./google.server";

beforeEach(() => google.control.reset());

describe("authorization", () => {
  it("requests minimal scopes, a refresh token and PKCE, and returns the account", async () => {
    const url = await oauth.authorizeUrl({ state: "s1", code_challenge: "c", account: ANNA });
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      access_type: "offline",
      prompt: "consent",
      include_granted_scopes: "true",
      code_challenge_method: "S256",
      login_hint: ANNA,
      scope: ["openid", "email", ...GOOGLE_ALL].join(" "),
    });
    const reading = await oauth.authorizeUrl({ state: "s1", code_challenge: "c", use: "read" });
    expect(reading.searchParams.get("scope")).toBe(["openid", "email", ...GOOGLE_READ].join(" "));
    const { account, scopes, secret } = await connect();
    expect(account).toBe(ANNA);
    expect(oauth.missingScopes(scopes, "write")).toEqual([]);
    expect(secret.refresh_token).not.toBe("");
  });

  it("reports missing scopes for reading and writing", async () => {
    const { scopes, secret } = await connect([GOOGLE_READ[1]!]);
    expect(oauth.missingScopes(scopes, "read")).toEqual([GOOGLE_READ[0]]);
    expect(oauth.missingScopes(scopes, "write")).toEqual([GOOGLE_READ[0], GOOGLE_ALL[2]]);
    expect(await kindOf(provider.listCalendars(secret))).toBe("missing_scope");
    expect(await kindOf(provider.putEvent(secret, calendar, wantedEvent(), null))).toBe(
      "missing_scope",
    );
  });

  it("accepts a code once, with its verifier only", async () => {
    const { code_verifier, code_challenge } = pkce();
    const back = await visitGoogle(await oauth.authorizeUrl({ state: "s", code_challenge }), ANNA);
    expect(await kindOf(oauth.exchange(back, "w".repeat(64)))).toBe("reconnect");
    await oauth.exchange(back, code_verifier);
    expect(await kindOf(oauth.exchange(back, code_verifier))).toBe("reconnect");
    expect(await kindOf(connect(GOOGLE_ALL, null))).toBe("refused"); // cancelled
  });

  it("refreshes until access is revoked or a testing project's token expires", async () => {
    const { secret } = await connect();
    google.control.expireTokens();
    expect(await kindOf(provider.listCalendars(secret))).toBe("reconnect");
    const fresh = await oauth.refresh(secret);
    expect(fresh.refresh_token).toBe(secret.refresh_token);
    expect(await provider.listCalendars(fresh)).toHaveLength(2);
    google.control.settings({ testing: true, ahead_ms: 8 * 86_400_000 });
    expect(await kindOf(oauth.refresh(secret))).toBe("reconnect");
    google.control.settings({ testing: false });
    await oauth.refresh(secret);
    await oauth.revoke(secret);
    await oauth.revoke(secret); // an invalid token is not an error
    expect(await kindOf(oauth.refresh(secret))).toBe("reconnect");
  });

  it("reports a rejected client as an operator problem", async () => {
    const { secret } = await connect();
    const other = googleProvider({ ...googleClient, client_secret: "rotated" });
    expect(await kindOf(other.oauth!.refresh(secret))).toBe("operator");
  });

  it("never includes a token in an error", async () => {
    const { secret } = await connect();
    const texts: string[] = [];
    google.control.revoke(ANNA);
    for (const work of [() => oauth.refresh(secret), () => provider.listCalendars(secret)])
      await work().catch((error: Error) => {
        expect(error.cause).toBeUndefined();
        texts.push(inspectAll(error));
      });
    expect(texts).toHaveLength(2);
    for (const text of texts)
      for (const token of [secret.access_token, secret.refresh_token, googleClient.client_secret])
        expect(text).not.toContain(token);
  });
});

describe("calendars", () => {
  it("are listed with their write access", async () => {
    const { secret } = await connect();
    expect(await provider.listCalendars(secret)).toEqual([
      {
        external_id: ANNA,
        name: "Anna",
        time_zone: "Europe/Amsterdam",
        can_write: true,
        is_primary: true,
      },
      {
        external_id: SHARED,
        name: "Team",
        time_zone: "Europe/Amsterdam",
        can_write: false,
        is_primary: false,
      },
    ]);
    const shared = { ...calendar, external_id: SHARED };
    expect(await kindOf(provider.putEvent(secret, shared, wantedEvent(), null))).toBe("refused");
  });
});

describe("the stand-in", () => {
  it.each([
    ["a parameter that is not known", "/calendars/x/events?singleEvents=true&color=red", 400],
    ["no account", "/users/me/calendarList", 401],
  ])("refuses %s", async (_what, path, status) => {
    const { secret } = await connect();
    const headers: Record<string, string> =
      status === 401 ? {} : { Authorization: `Bearer ${secret.access_token}` };
    const url = `${googleSettings.GOOGLE_CALENDAR_API_BASE}/calendar/v3${path}`;
    expect((await fetch(url, { headers })).status).toBe(status);
  });

  it("refuses an unknown redirect URI or scope", async () => {
    const url = await oauth.authorizeUrl({ state: "s", code_challenge: "c" });
    for (const [name, value] of Object.entries({
      redirect_uri: "https://evil.example/",
      scope: "drive",
      prompt: "",
    })) {
      const other = new URL(url);
      other.searchParams.set(name, value);
      expect((await fetch(other)).status).toBe(400);
    }
    expect((await fetch(url)).status).toBe(200);
  });
});
