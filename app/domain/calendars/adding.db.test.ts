import { feed, feedUrl, stopFeeds } from "~/testing/feeds";
import { afterAll, beforeEach, expect, test } from "vitest";
import { MAX_CONNECTIONS } from "~/contract/limits";
import { pool } from "~/lib/db.server";
import { makeResource, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import type { UserActor } from "../identity/actor";

// Accounts with a password, and calendars by URL: read before anything is stored.

const CONNECTIONS = "/api/calendar-connections";
let anna: UserActor;
let cookie: string;

afterAll(stopFeeds);
beforeEach(async () => {
  const owner = await makeTenant();
  anna = await makeUser(owner, "staff", { resource_ids: [(await makeResource(owner)).id] });
  cookie = await signIn(anna);
  feed.status = 200;
});

const add = (body: object) => call(CONNECTIONS, { cookie, body });
const ical = (url = feedUrl) => add({ provider: "ical", url });
const caldav = (server_url: string) =>
  add({ provider: "caldav", server_url, username: "anna", password: "hunter2" });
const stored = async () =>
  (
    await pool.query("select id, account, state from calendar_connection where tenant_id = $1", [
      anna.tenant.id,
    ])
  ).rows;
const issueOf = async (answer: Response) => {
  const { error } = (await json(answer)) as {
    error?: { issues?: { path: string; message: string }[] };
  };
  return [answer.status, error?.issues?.[0]?.path, error?.issues?.[0]?.message];
};

test("a feed is shown by its host, not its secret; added again it keeps its row", async () => {
  const made = await ical();
  expect(made.status).toBe(201);
  const connection = await json(made);
  expect(connection).toMatchObject({ provider: "ical", state: "ok", can_write: false });
  expect(connection.account).toMatch(/^127\.0\.0\.1:\d+ \([0-9a-f]{6}\)$/);
  expect(await json(await ical())).toMatchObject({ id: connection.id });
  expect(await json(await ical(`${feedUrl}?another`))).not.toMatchObject({ id: connection.id });
  expect(await stored()).toHaveLength(2);
  const rows = await pool.query("select * from calendar_connection where tenant_id = $1", [
    anna.tenant.id,
  ]);
  expect(JSON.stringify(rows.rows)).not.toContain("anna.ics");
});

test("unreadable input is reported at its field and not stored", async () => {
  feed.status = 404;
  expect(await issueOf(await ical())).toEqual([422, "url", expect.any(String)]);
  feed.status = 401;
  expect(await issueOf(await ical())).toEqual([422, "url", expect.stringContaining("password")]);
  const host = new URL(feedUrl).origin;
  expect(await issueOf(await caldav(host))).toEqual([
    422,
    "password",
    expect.stringContaining("app password"),
  ]);
  const requests = feed.requests;
  for (const answer of [await ical("https://127.0.0.2/a.ics"), await ical("http://10.0.0.1/a.ics")])
    expect(await issueOf(answer)).toEqual([422, "url", expect.stringContaining("private network")]);
  expect(await issueOf(await caldav("https://127.0.0.2/"))).toEqual([
    422,
    "server_url",
    expect.stringContaining("private network"),
  ]);
  expect(feed.requests).toBe(requests);
  expect(await stored()).toEqual([]);
});

test("an account being disconnected cannot be reconnected yet", async () => {
  await ical();
  await pool.query("update calendar_connection set state = 'disconnecting' where tenant_id = $1", [
    anna.tenant.id,
  ]);
  const answer = await ical();
  expect([answer.status, (await json(answer)).error?.code]).toEqual([409, "in_use"]);
  expect(await stored()).toMatchObject([{ state: "disconnecting" }]);
});

test("the connection limit does not prevent reconnecting", async () => {
  await ical();
  await pool.query(
    `insert into calendar_connection (tenant_id, id, user_id, provider, account, secret)
     select $1, gen_random_uuid(), $2, 'ical', n::text, '' from generate_series(2, $3::int) n`,
    [anna.tenant.id, anna.user_id, MAX_CONNECTIONS],
  );
  expect((await ical(`${feedUrl}?one-more`)).status).toBe(422);
  expect(await stored()).toHaveLength(MAX_CONNECTIONS);
  expect((await ical()).status).toBe(201);
});

test("only its owner and admins can end it; others get not_found", async () => {
  const { id } = await json(await ical());
  const path = `${CONNECTIONS}/${String(id)}?events=keep`;
  const sami = await signIn(await makeUser(anna, "staff"));
  expect((await call(path, { cookie: sami, method: "DELETE" })).status).toBe(404);
  expect(
    (await call(`${CONNECTIONS}/${String(id)}/read`, { cookie: sami, method: "POST" })).status,
  ).toBe(404);
  const stranger = await signIn(await makeTenant());
  expect((await call(path, { cookie: stranger, method: "DELETE" })).status).toBe(404);
  expect((await call(`${CONNECTIONS}/${String(id)}/read`, { cookie, method: "POST" })).status).toBe(
    204,
  );
  expect(await stored()).toMatchObject([{ state: "ok" }]);
  expect(
    (await call(path, { cookie: await signIn(await makeUser(anna, "admin")), method: "DELETE" }))
      .status,
  ).toBe(204);
  expect((await stored()).every(({ state }) => state === "disconnecting")).toBe(true);
});
