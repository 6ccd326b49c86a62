import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  CalendarError,
  type CalendarProblem,
  type CalendarProvider,
  type CalendarSecret,
  type OAuthSecret,
} from "~/adapters/calendars/port";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant } from "~/testing/factory";
import type { UserActor } from "../identity/actor";
import { openSecret, sealSecret, withAccess } from "./access.server";

let owner: UserActor;
let id: string;
/** How often a new token was requested, and the provider's response. */
let refreshes: number;
let refresh: (secret: OAuthSecret) => Promise<OAuthSecret>;
/** Missing permissions, and the response to listing the account's calendars. */
let lacking: string[];
let list: () => Promise<[]>;

beforeAll(async () => {
  owner = await makeTenant();
});
beforeEach(async () => {
  [refreshes, lacking, list] = [0, [], async () => []];
  refresh = async (secret) => ({
    ...secret,
    access_token: "new",
    access_expires_at: inMinutes(60),
  });
  await connect(token("old", 60));
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const token = (access_token: string, minutes: number): OAuthSecret => ({
  kind: "oauth",
  access_token,
  access_expires_at: inMinutes(minutes),
  refresh_token: "refresh",
});

async function connect(secret: CalendarSecret): Promise<void> {
  id = newId();
  await prisma.calendarConnection.create({
    data: {
      tenant_id: owner.tenant.id,
      id,
      user_id: owner.user_id,
      provider: "google",
      account: `${id}@example.test`,
      secret: new Uint8Array(sealSecret(owner.tenant.id, id, secret)),
      last_ok_at: new Date(),
    },
  });
}

/** A fake external provider; access only needs its token refresh. */
const provider = {
  name: "google",
  oauth: {
    refresh: (secret: OAuthSecret) => {
      refreshes += 1;
      return refresh(secret);
    },
    missingScopes: () => lacking,
  },
  listCalendars: () => list(),
} as unknown as CalendarProvider; // the other methods are not called

const access = <T>(work: (secret: CalendarSecret) => Promise<T>) =>
  withAccess(
    owner.tenant.id,
    id,
    (_provider, secret) => work(secret),
    () => provider,
  );
const usedToken = () => access(async (secret) => (secret as OAuthSecret).access_token);
const row = () =>
  prisma.calendarConnection.findUniqueOrThrow({
    where: { tenant_id_id: { tenant_id: owner.tenant.id, id } },
  });
const storedSecret = async () =>
  openSecret(owner.tenant.id, id, (await row()).secret) as OAuthSecret;
const fails = (kind: CalendarProblem, options = {}) =>
  access(() => Promise.reject(new CalendarError(kind, options))).catch(
    (error: CalendarError) => error.kind,
  );
const longAgo = () =>
  pool.query(
    "update calendar_connection set last_ok_at = now() - interval '16 minutes' where tenant_id = $1 and id = $2",
    [owner.tenant.id, id],
  );

test("a secret is stored encrypted, and can only be decrypted in its row", async () => {
  const { secret } = await row();
  expect(Buffer.from(secret).includes("old")).toBe(false);
  expect(await storedSecret()).toMatchObject({ access_token: "old" });
  expect(() => openSecret(owner.tenant.id, newId(), secret)).toThrow();
  expect(() => openSecret(newId(), id, secret)).toThrow();
});

test("a valid token is used; an expiring one is refreshed first and stored", async () => {
  expect(await usedToken()).toBe("old");
  expect(refreshes).toBe(0);
  await connect(token("old", 1));
  refresh = async (secret) => ({
    ...secret,
    access_token: "new",
    access_expires_at: inMinutes(60),
    refresh_token: "next",
  });
  expect(await usedToken()).toBe("new");
  expect(await storedSecret()).toMatchObject({ access_token: "new", refresh_token: "next" });
  expect(await row()).toMatchObject({ refreshing_until: null, state: "ok" });
});

test("of many concurrent callers, one refreshes the token", async () => {
  await connect(token("old", 0));
  let looked = 0;
  const find = () => {
    looked += 1;
    return provider;
  };
  refresh = async (secret) => {
    // By then, all eight have read the old token.
    while (looked < 8) await new Promise((resolve) => setImmediate(resolve));
    return {
      ...secret,
      access_token: "new",
      access_expires_at: inMinutes(60),
      refresh_token: "next",
    };
  };
  const used = () =>
    withAccess(
      owner.tenant.id,
      id,
      async (_provider, secret) => (secret as OAuthSecret).access_token,
      find,
    );
  expect(new Set(await Promise.all(Array.from({ length: 8 }, used)))).toEqual(new Set(["new"]));
  expect(refreshes).toBe(1);
});

test("a process that died during a refresh blocks others only briefly", async () => {
  await connect(token("old", 0));
  await pool.query(
    "update calendar_connection set refreshing_until = now() where tenant_id = $1 and id = $2",
    [owner.tenant.id, id],
  );
  expect(await usedToken()).toBe("new");
});

test("a token rejected early is refreshed once and the call retried", async () => {
  const answer = await access(async (secret) => {
    const { access_token } = secret as OAuthSecret;
    if (access_token === "old") throw new CalendarError("reconnect");
    return access_token;
  });
  expect(answer).toBe("new");
  expect(await row()).toMatchObject({ state: "ok", problem: null });
});

test("an inaccessible account is not called until reconnected", async () => {
  refresh = () => Promise.reject(new CalendarError("reconnect"));
  expect(await fails("reconnect")).toBe("reconnect");
  expect(await row()).toMatchObject({
    state: "reconnect_required",
    problem: "reconnect",
    broken_at: expect.any(Date),
  });
  let calls = 0;
  await expect(access(async () => void (calls += 1))).rejects.toMatchObject({ kind: "reconnect" });
  expect(calls).toBe(0);
  expect(refreshes).toBe(1);
});

test("a concurrent reconnection is not overwritten by an earlier failure", async () => {
  refresh = () => Promise.reject(new CalendarError("reconnect"));
  const failing = access(async () => {
    const secret = new Uint8Array(sealSecret(owner.tenant.id, id, token("again", 60)));
    await prisma.calendarConnection.update({
      where: { tenant_id_id: { tenant_id: owner.tenant.id, id } },
      data: { secret },
    });
    throw new CalendarError("unavailable");
  });
  await expect(failing).rejects.toMatchObject({ kind: "unavailable" });
  expect(await row()).toMatchObject({ state: "ok", problem: null, broken_at: null });
});

test("a secret stored during a refresh is kept", async () => {
  await connect(token("old", 0));
  refresh = async (secret) => {
    const again = new Uint8Array(sealSecret(owner.tenant.id, id, token("again", 60)));
    await prisma.calendarConnection.update({
      where: { tenant_id_id: { tenant_id: owner.tenant.id, id } },
      data: { secret: again },
    });
    return { ...secret, access_token: "of the account before", access_expires_at: inMinutes(60) };
  };
  expect(await usedToken()).toBe("again");
  expect(await storedSecret()).toMatchObject({ access_token: "again" });
});

test("Retry-After is respected", async () => {
  expect(await fails("rate_limited", { retry_after_ms: 90_000 })).toBe("rate_limited");
  expect(await row()).toMatchObject({ state: "rate_limited", problem: "rate_limited" });
  const waiting = await access(async () => "called").catch((error: CalendarError) => error);
  expect(waiting).toMatchObject({ kind: "rate_limited" });
  expect((waiting as CalendarError).retry_after_ms).toBeGreaterThan(60_000);
  await pool.query(
    "update calendar_connection set retry_at = now() where tenant_id = $1 and id = $2",
    [owner.tenant.id, id],
  );
  expect(await access(async () => "called")).toBe("called");
  expect(await row()).toMatchObject({
    state: "ok",
    problem: null,
    broken_at: null,
    retry_at: null,
  });
});

test("an unresponsive account becomes stale after a quarter of an hour, and recovers with the first response", async () => {
  await fails("unavailable");
  const first = await row();
  expect(first).toMatchObject({ state: "ok", problem: "unavailable", broken_at: expect.any(Date) });
  await longAgo();
  await fails("operator");
  expect(await row()).toMatchObject({
    state: "stale",
    problem: "operator",
    broken_at: first.broken_at,
  });
  await usedToken();
  expect(await row()).toMatchObject({ state: "ok", problem: null, broken_at: null });
});

/** Moves the last refusal into the past. */
const aWhileAgo = () =>
  pool.query(
    "update calendar_connection set refused_at = refused_at - interval '1 minute' where id = $1",
    [id],
  );

describe.each([
  ["reconnect", "reconnect_required"],
  ["missing_scope", "missing_scope"],
] as const)("a call that is refused (%s)", (kind, state) => {
  const refuse = async (times: number) => {
    for (let count = 0; count < times; count++) {
      await fails(kind);
      await aWhileAgo();
    }
  };

  test("does not break an account on one refusal or many concurrent ones, and resets on success", async () => {
    list = () => Promise.reject(new CalendarError(kind));
    await Promise.all([fails(kind), fails(kind), fails(kind), fails(kind)]);
    expect(await row()).toMatchObject({ state: "ok", problem: kind });
    await aWhileAgo();
    await refuse(1);
    await usedToken();
    expect(await row()).toMatchObject({ state: "ok", problem: null, refused_calls: 0 });
    await refuse(2);
    expect(await row()).toMatchObject({ state: "ok", problem: kind });
  });

  test("breaks it at the third if listing calendars is refused too", async () => {
    await refuse(4);
    expect(await row()).toMatchObject({ state: "ok", problem: kind });
    list = () => Promise.reject(new CalendarError("unavailable"));
    await refuse(1);
    expect(await row()).toMatchObject({ state: "ok" });
    list = () => Promise.reject(new CalendarError(kind));
    await refuse(1);
    expect(await row()).toMatchObject({ state, problem: kind, broken_at: expect.any(Date) });
  });

  test("is retried later, and the account recovers with the first response", async () => {
    list = () => Promise.reject(new CalendarError(kind));
    await refuse(3);
    expect(await row()).toMatchObject({ state });
    if (kind === "reconnect") await expect(usedToken()).rejects.toMatchObject({ kind });
    await pool.query("update calendar_connection set retry_at = now() where id = $1", [id]);
    await usedToken();
    expect(await row()).toMatchObject({ state: "ok", problem: null, broken_at: null });
  });
});

test("a missing permission stays missing until granted", async () => {
  lacking = ["calendar.events"];
  for (let count = 0; count < 3; count++) {
    await fails("missing_scope");
    await aWhileAgo();
  }
  expect(await row()).toMatchObject({ state: "missing_scope" });
  await usedToken();
  await longAgo();
  await fails("unavailable");
  expect(await row()).toMatchObject({ state: "missing_scope", problem: "unavailable" });
  await fails("missing_scope");
  expect(await row()).toMatchObject({ state: "missing_scope", problem: "missing_scope" });
});

test("a refused call proves access, but not a successful read", async () => {
  await longAgo();
  await fails("unavailable");
  const before = await row();
  for (const kind of ["not_found", "refused"] as const) expect(await fails(kind)).toBe(kind);
  expect(await row()).toMatchObject({
    state: "ok",
    problem: null,
    broken_at: null,
    last_ok_at: before.last_ok_at,
  });
  for (const kind of ["cursor_gone", "conflict"] as const) expect(await fails(kind)).toBe(kind);
  expect((await row()).last_ok_at!.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test("another company's connection is not found", async () => {
  const other = await makeTenant();
  const access = withAccess(
    other.tenant.id,
    id,
    async () => "called",
    () => provider,
  );
  await expect(access).rejects.toMatchObject({ kind: "not_found" });
});

test.each([
  ["caldav", "ok"],
  ["ical", "ok"],
  ["google", "ok"],
])(
  "a wrongly reported missing permission of a %s account is %s after a response",
  async (provider_name, state) => {
    await pool.query(
      "update calendar_connection set provider = $2, state = 'missing_scope', broken_at = now() where id = $1",
      [id, provider_name],
    );
    await withAccess(
      owner.tenant.id,
      id,
      async () => "answer",
      () => provider,
    );
    const { rows } = await pool.query("select state from calendar_connection where id = $1", [id]);
    expect(rows).toEqual([{ state }]);
  },
);
