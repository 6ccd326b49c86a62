import { google, GOOGLE_ALL, GOOGLE_READ, visitGoogle } from "~/testing/google-calendar";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { busyBlocks } from "~/testing/calendar-calls";
import { makeResource, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";
import { sealTitle } from "./busy-title.server";
import { readCalendar } from "./read.server";

// The OAuth flow at Google and the choices made there, through the real routes.

const CONNECTIONS = "/api/calendar-connections";
let anna: { actor: UserActor; cookie: string; resource: string };
let owner: { actor: UserActor; cookie: string };
let account: string;
let used = 0;

beforeEach(async () => {
  const made = await makeTenant();
  owner = { actor: made, cookie: await signIn(made) };
  const resource = (await makeResource(made)).id;
  const actor = await makeUser(made, "staff", { resource_ids: [resource] });
  anna = { actor, cookie: await signIn(actor), resource };
  account = `anna${++used}@example.test`;
  google.state.addCalendar(account, account);
  google.state.addCalendar(account, `holidays-${account}`, "reader");
});

const codeOf = async (answer: Response) => [answer.status, (await json(answer)).error?.code];
const stateOf = (answer: Response) =>
  /pp_oauth_state=([^;]*)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "";

async function begin(cookie: string, body: object = {}) {
  const answer = await call(`${CONNECTIONS}/connect`, {
    cookie,
    body: { provider: "google", ...body },
  });
  expect(answer.status).toBe(200);
  return { url: new URL(String((await json(answer)).url)), state: stateOf(answer) };
}
const comeBack = (back: URL, cookie: string, state: string | null) =>
  call(back.pathname + back.search, {
    cookie: state === null ? cookie : `${cookie}; pp_oauth_state=${state}`,
    headers: { "Sec-Fetch-Site": "cross-site" },
  });
/** The complete flow with these boxes ticked; returns the final page. */
async function connect(
  cookie = anna.cookie,
  boxes = GOOGLE_ALL,
  body: object = {},
): Promise<string> {
  const started = await begin(cookie, body);
  const answer = await comeBack(
    await visitGoogle(started.url, account, boxes),
    cookie,
    started.state,
  );
  expect(answer.status).toBe(302);
  return answer.headers.get("Location")!;
}
const connections = async (cookie = anna.cookie) =>
  (await json(await call(CONNECTIONS, { cookie }))).data as {
    id: string;
    state: string;
    account: string | null;
  }[];
async function connected(boxes = GOOGLE_ALL): Promise<string> {
  await connect(anna.cookie, boxes);
  return (await connections())[0]!.id;
}
const choose = (connection_id: string, more: object = {}, cookie = anna.cookie) =>
  call("/api/calendars", {
    cookie,
    body: { connection_id, external_id: account, resource_id: anna.resource, ...more },
  });
const change = (id: unknown, body: object, cookie = anna.cookie) =>
  call(`/api/calendars/${String(id)}`, { cookie, method: "PATCH", body });

describe("authorization", () => {
  test("stores the account encrypted, with a single-use state bound to the browser", async () => {
    const started = await begin(anna.cookie, { resource_id: anna.resource });
    expect(started.url.searchParams.get("code_challenge_method")).toBe("S256");
    const back = await visitGoogle(started.url, account);
    const answer = await comeBack(back, anna.cookie, started.state);
    const [{ id, ...connection } = { id: "" }] = await connections();
    expect(answer.headers.get("Location")).toBe(
      `/dashboard/settings/calendars/${id}?connected=&resource_id=${anna.resource}`,
    );
    expect(stateOf(answer)).toBe("");
    expect(connection).toMatchObject({
      account,
      state: "ok",
      provider: "google",
      can_write: true,
      problem: null,
    });
    expect(await codeOf(await comeBack(back, anna.cookie, started.state))).toEqual([
      400,
      "invalid_state",
    ]);
    const stored = await pool.query("select * from calendar_connection where account = $1", [
      account,
    ]);
    expect(JSON.stringify(stored.rows)).not.toMatch(/1\/\/|ya29/);
  });

  type Way = { state: string; cookie: string };
  test.each<[string, (way: Way) => Promise<{ cookie: string; state: string | null }>]>([
    ["without the cookie", async ({ cookie }) => ({ cookie, state: null })],
    [
      "with another state in the cookie",
      async ({ cookie }) => ({ cookie, state: "of-another-tab" }),
    ],
    ["by somebody else of the company", async ({ state }) => ({ cookie: owner.cookie, state })],
    [
      "after ten minutes",
      async ({ cookie, state }) => {
        const { id } = anna.actor.tenant;
        await pool.query(
          sql`update connect_state set expires_at = now() - interval '1 second' where tenant_id = ${id}`,
        );
        return { cookie, state };
      },
    ],
  ])("is refused %s", async (_name, other) => {
    const started = await begin(anna.cookie);
    const back = await visitGoogle(started.url, account);
    const { cookie, state } = await other({ cookie: anna.cookie, state: started.state });
    expect(await codeOf(await comeBack(back, cookie, state))).toEqual([400, "invalid_state"]);
    expect(await connections(owner.cookie)).toEqual([]);
  });

  test("a code of another flow is refused: its verifier differs", async () => {
    const [first, second] = [await begin(anna.cookie), await begin(anna.cookie)];
    const back = await visitGoogle(first.url, account);
    back.searchParams.set("state", second.state);
    const answer = await comeBack(back, anna.cookie, second.state);
    expect(answer.headers.get("Location")).toMatch(/connect_error=/);
    expect(await connections()).toEqual([]);
  });

  test("a refusal is reported, and consumes the state", async () => {
    const started = await begin(anna.cookie);
    const denied = await comeBack(await visitGoogle(started.url, null), anna.cookie, started.state);
    expect(denied.headers.get("Location")).toBe(
      "/dashboard/settings/calendars?connect_error=access_denied",
    );
    const later = await comeBack(
      await visitGoogle(started.url, account),
      anna.cookie,
      started.state,
    );
    expect(await codeOf(later)).toEqual([400, "invalid_state"]);
  });

  test("an unticked box is a missing permission until granted", async () => {
    expect(await connect(anna.cookie, [])).toBe(
      "/dashboard/settings/calendars?connect_error=missing_scope",
    );
    const [first] = await connections();
    expect(first).toMatchObject({ state: "missing_scope", can_write: false });
    expect(await connect(anna.cookie, GOOGLE_READ, { connection_id: first!.id })).toContain(
      first!.id,
    );
    expect(await connections()).toMatchObject([
      { id: first!.id, state: "ok", can_write: false, problem: null },
    ]);
  });

  test("reconnecting keeps the row and calendars, and clears problems", async () => {
    const id = await connected();
    const calendar = await json(await choose(id));
    google.control.addEvent(account, {
      summary: "Dentist",
      start: { dateTime: new Date(Date.now() + 86_400_000).toISOString() },
      end: { dateTime: new Date(Date.now() + 90_000_000).toISOString() },
    });
    await readCalendar(anna.actor.tenant.id, String(calendar.id));
    const busy = async () =>
      (
        await pool.query("select * from busy where calendar_id = $1 order by external_id", [
          calendar.id,
        ])
      ).rows;
    const before = await busy();
    expect(before).toHaveLength(1);
    google.control.revoke(account);
    await pool.query(
      "update calendar_connection set state = 'reconnect_required', broken_at = now() where id = $1",
      [id],
    );
    expect(
      await codeOf(await call(`${CONNECTIONS}/${id}/available`, { cookie: anna.cookie })),
    ).toEqual([409, "not_connected"]);
    await connect(anna.cookie, GOOGLE_ALL, { connection_id: id });
    expect(await connections()).toMatchObject([{ id, state: "ok", broken_at: null }]);
    await readCalendar(anna.actor.tenant.id, String(calendar.id));
    expect(await busy()).toEqual(before);
    const rows = await pool.query("select id from connected_calendar where connection_id = $1", [
      id,
    ]);
    expect(rows.rows).toEqual([{ id: calendar.id }]);
  });

  test("choosing another account while reconnecting adds a new one and reports it", async () => {
    const id = await connected();
    account = `other${used}@example.test`;
    google.state.addCalendar(account, account);
    expect(await connect(anna.cookie, GOOGLE_ALL, { connection_id: id })).toContain(
      "other_account",
    );
    expect(await connections()).toHaveLength(2);
  });

  test.each([
    ["no right to write", GOOGLE_READ, GOOGLE_ALL],
    ["no right to read", [], GOOGLE_READ],
  ])(
    "a second consent with fewer boxes leaves what works as it is: %s",
    async (_what, boxes, before) => {
      const id = await connected(before);
      const calendar = await json(await choose(id, { writes: before === GOOGLE_ALL }));
      const stored = () =>
        pool.query("select secret, scopes, state from calendar_connection where id = $1", [id]);
      const first = (await stored()).rows;
      expect(await connect(anna.cookie, boxes)).toBe(
        "/dashboard/settings/calendars?connect_error=fewer_rights",
      );
      expect((await stored()).rows).toEqual(first);
      await readCalendar(anna.actor.tenant.id, String(calendar.id));
      // A connection that no longer works is replaced.
      await pool.query(
        "update calendar_connection set state = 'reconnect_required' where id = $1",
        [id],
      );
      await connect(anna.cookie, boxes);
      expect((await stored()).rows).toMatchObject([
        { state: boxes.length === 0 ? "missing_scope" : "ok" },
      ]);
    },
  );

  test("requests read access only if writing is not wanted", async () => {
    const scopes = async (body: object) =>
      (await begin(anna.cookie, body)).url.searchParams.get("scope")!.split(" ");
    expect(await scopes({ access: "read" })).toEqual(["openid", "email", ...GOOGLE_READ]);
    expect(await scopes({})).toEqual(["openid", "email", ...GOOGLE_ALL]);
  });

  test("nobody can start a connection for somebody else's account or resource", async () => {
    const id = await connected();
    const other = (await makeResource(owner.actor)).id;
    const startWith = (cookie: string, body: object) =>
      call(`${CONNECTIONS}/connect`, { cookie, body });
    const notFound = [404, "not_found"];
    expect(
      await codeOf(await startWith(owner.cookie, { provider: "google", connection_id: id })),
    ).toEqual(notFound);
    expect(
      await codeOf(await startWith(anna.cookie, { provider: "google", resource_id: other })),
    ).toEqual(notFound);
    expect(await codeOf(await startWith(anna.cookie, { provider: "microsoft" }))).toEqual([
      404,
      "integration_disabled",
    ]);
  });
});

describe("ownership", () => {
  test("others see its state but no names; only its owner changes it", async () => {
    const id = await connected();
    const calendar = await json(await choose(id));
    expect(await connections(owner.cookie)).toMatchObject([
      { id, account: null, user_id: anna.actor.user_id },
    ]);
    const seen = await json(
      await call(`/api/calendars/${String(calendar.id)}`, { cookie: owner.cookie }),
    );
    expect(seen).toMatchObject({ name: null, external_id: null, checks: true, state: "ok" });
    const forbidden = [403, "forbidden_role"];
    const read = { cookie: owner.cookie };
    expect(await codeOf(await call(`${CONNECTIONS}/${id}/available`, read))).toEqual(forbidden);
    expect(await codeOf(await change(calendar.id, { checks: false }, owner.cookie))).toEqual(
      forbidden,
    );
    expect(await codeOf(await choose(id, {}, owner.cookie))).toEqual(forbidden);
    const sami = await signIn(await makeUser(owner.actor, "staff"));
    expect(await connections(sami)).toEqual([]);
    for (const path of [id, `${id}/available`])
      expect(await codeOf(await call(`${CONNECTIONS}/${path}`, { cookie: sami }))).toEqual([
        404,
        "not_found",
      ]);
  });

  test("a calendar can be assigned to its owner's current resources", async () => {
    const id = await connected();
    const other = (await makeResource(owner.actor)).id;
    const notFound = [404, "not_found"];
    expect(await codeOf(await choose(id, { resource_id: other }))).toEqual(notFound);
    const calendar = await json(await choose(id));
    expect(await codeOf(await change(calendar.id, { resource_id: other }))).toEqual(notFound);
    await pool.query("update tenant_user set resource_ids = $1 where id = $2", [
      [other],
      anna.actor.user_id,
    ]);
    expect(await codeOf(await change(calendar.id, { checks: false }))).toEqual(notFound);
    expect((await change(calendar.id, { resource_id: other })).status).toBe(200);
  });

  test("titles are shown to their owner if stored, and deleted when disabled", async () => {
    const id = await connected();
    const calendar = await json(await choose(id, { keeps_titles: true }));
    const at = Math.floor(Date.now() / 60_000) * 60_000 + 86_400_000;
    await pool.query(
      sql`insert into busy (tenant_id, calendar_id, external_id, starts_at, ends_at, title)
          values (${anna.actor.tenant.id}, ${calendar.id}, 'a', ${new Date(at)}, ${new Date(at + 3_600_000)},
            ${sealTitle(anna.actor.tenant.id, String(calendar.id), "Dentist")}),
          (${anna.actor.tenant.id}, ${calendar.id}, 'b', ${new Date(at + 1_800_000)}, ${new Date(at + 5_400_000)}, null)`,
    );
    const busy = async (cookie: string) => {
      const range = {
        from: new Date(at - 1000).toISOString(),
        to: new Date(at + 86_400_000).toISOString(),
      };
      const query = new URLSearchParams({ resource_id: anna.resource, ...range });
      return (await json(await call(`/api/calendars/busy?${query}`, { cookie }))).data;
    };
    const merged = {
      starts_at: new Date(at).toISOString().replace(".000", ""),
      calendar_ids: [calendar.id],
      mode: "hard",
    };
    expect(await busy(anna.cookie)).toMatchObject([{ ...merged, titles: ["Dentist"] }]);
    expect(await busy(owner.cookie)).toMatchObject([{ ...merged, titles: [] }]);
    expect((await change(calendar.id, { keeps_titles: false })).status).toBe(200);
    const stored = await pool.query("select title from busy where calendar_id = $1", [calendar.id]);
    expect(stored.rows).toEqual([{ title: null }, { title: null }]);
  });
});

describe("the minutes around its events", () => {
  test("apply immediately to stored events and are shown to staff", async () => {
    const id = await connected();
    const calendar = await json(await choose(id));
    expect(calendar).toMatchObject({ minutes_before: 0, minutes_after: 0 });
    const at = Math.floor(Date.now() / 60_000) * 60_000 + 86_400_000;
    const hour = 3_600_000;
    await pool.query(
      sql`insert into busy (tenant_id, calendar_id, external_id, starts_at, ends_at)
          values (${anna.actor.tenant.id}, ${calendar.id}, 'a', ${new Date(at)}, ${new Date(at + hour)}),
            (${anna.actor.tenant.id}, ${calendar.id}, 'b', ${new Date(at + hour + 1_800_000)}, ${new Date(at + 2 * hour)})`,
    );
    const dueAt = async () =>
      (
        await pool.query("select next_read_at, cursor from connected_calendar where id = $1", [
          calendar.id,
        ])
      ).rows;
    const before = await dueAt();
    const answer = await change(calendar.id, { minutes_before: 15, minutes_after: 30 });
    expect(await json(answer)).toMatchObject({ minutes_before: 15, minutes_after: 30 });
    expect(await dueAt()).toEqual(before);
    const closed = {
      starts_at: new Date(at - 900_000),
      ends_at: new Date(at + 2 * hour + 1_800_000),
    };
    expect(await busyBlocks(anna.resource)).toEqual([closed]);
    const seen = async (from: number, to: number) => {
      const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const query = new URLSearchParams({ resource_id: anna.resource, ...range });
      return (await json(await call(`/api/calendars/busy?${query}`, { cookie: anna.cookie }))).data;
    };
    const connection = {
      starts_at: toRfc3339(closed.starts_at.getTime()),
      ends_at: toRfc3339(closed.ends_at.getTime()),
    };
    expect(await seen(at - 86_400_000, at + 86_400_000)).toMatchObject([connection]);
    expect(await seen(at - hour, at - 600_000)).toMatchObject([
      { starts_at: connection.starts_at },
    ]);
    expect(await seen(at - hour, at - 900_000)).toEqual([]);
    expect(await seen(at + 2 * hour, at + 3 * hour)).toMatchObject([
      { ends_at: connection.ends_at },
    ]);
    await change(calendar.id, { minutes_before: 0, minutes_after: 0 });
    expect(await busyBlocks(anna.resource)).toHaveLength(2);
  });

  test.each([-1, 241, 1.5, "10"])("are integers from 0 to 240, not %s", async (minutes_before) => {
    const id = await connected();
    expect((await choose(id, { minutes_before })).status).toBe(422);
    const calendar = await json(await choose(id, { minutes_before: 240 }));
    expect(calendar.minutes_before).toBe(240);
    expect((await change(calendar.id, { minutes_after: minutes_before })).status).toBe(422);
  });
});

describe("writing", () => {
  test("a read-only calendar, or one without write permission, cannot be chosen", async () => {
    const id = await connected(GOOGLE_READ);
    const issueOf = async (answer: Response) => (await json(answer)).error?.issues;
    const holidays = { external_id: `holidays-${account}`, writes: true };
    expect(await issueOf(await choose(id, holidays))).toMatchObject([
      { path: "writes", code: "read_only" },
    ]);
    expect(await issueOf(await choose(id, { writes: true }))).toMatchObject([
      { path: "writes", code: "missing_scope" },
    ]);
    const calendar = await json(await choose(id, { external_id: `holidays-${account}` }));
    expect(await issueOf(await change(calendar.id, { writes: true }))).toMatchObject([
      { path: "writes", code: "read_only" },
    ]);
  });

  test("a resource writes to one calendar, and a calendar is connected once", async () => {
    const id = await connected();
    google.state.addCalendar(account, `work-${account}`);
    expect((await choose(id, { writes: true })).status).toBe(201);
    const exists = [409, "already_exists"];
    expect(await codeOf(await choose(id))).toEqual(exists);
    expect(
      await codeOf(await choose(id, { external_id: `work-${account}`, writes: true })),
    ).toEqual(exists);
    const second = await json(await choose(id, { external_id: `work-${account}` }));
    expect(await codeOf(await change(second.id, { writes: true }))).toEqual(exists);
    expect(await codeOf(await choose(id, { external_id: "no such calendar" }))).toEqual([
      404,
      "not_found",
    ]);
  });
});
