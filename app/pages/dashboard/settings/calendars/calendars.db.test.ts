import { google, visitGoogle } from "~/testing/google-calendar";
import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { listConnections } from "~/domain/calendars/connections.server";
import { CalendarConnectionFilter } from "~/contract/calendar-connections";
import { pool } from "~/lib/db.server";
import { makeResource, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call } from "~/testing/request";
import * as connect from "./connect";
import * as one from "./connection/route";
import { loadCalendars } from "./load.server";
import * as list from "./route";

const PATH = "http://127.0.0.1:3000/dashboard/settings/calendars";
let owner: UserActor;
let anna: UserActor;
let cookie: string;
let used = 0;

beforeEach(async () => {
  owner = await makeTenant();
  const resource = (await makeResource(owner)).id;
  anna = await makeUser(owner, "staff", { resource_ids: [resource] });
  cookie = await signIn(anna);
});

const args = (path: string, as: string, form?: Record<string, string>, params = {}) => ({
  request: new Request(PATH + path, {
    headers: { Cookie: as, "Sec-Fetch-Site": "same-origin" },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  }),
  params,
  context: {},
});
const thrown = (work: Promise<unknown>) =>
  work.catch((error: unknown) => error as Response) as Promise<Response>;
const ownConnections = async () =>
  (await listConnections(anna, CalendarConnectionFilter.parse({}))).data;

async function connectGoogle(calendars = 1): Promise<string> {
  const account = `page${++used}@example.test`;
  for (let index = 0; index < calendars; index++)
    google.state.addCalendar(account, index === 0 ? account : `${index}.${account}`);
  const begun = await connect.loader(args("/connect?provider=google", cookie));
  expect(begun.status).toBe(302);
  const state = /pp_oauth_state=([^;]+)/.exec(begun.headers.get("Set-Cookie")!)![1]!;
  const back = await visitGoogle(begun.headers.get("Location")!, account);
  await call(back.pathname + back.search, { cookie: `${cookie}; pp_oauth_state=${state}` });
  return (await ownConnections())[0]!.id;
}

test("offers the providers that are configured, and says in words why an account was not connected", async () => {
  const shown = await loadCalendars(anna, new URLSearchParams("connect_error=missing_scope"));
  expect(shown).toMatchObject({ providers: ["google"], own: [], others: [] });
  expect(shown.problem).toContain("unticked");
  expect(
    (await loadCalendars(anna, new URLSearchParams("connect_error=whatever"))).problem,
  ).toContain("Try again");
  const back = await thrown(connect.loader(args("/connect?provider=microsoft", cookie)));
  expect(back.headers.get("Location")).toBe(
    "/dashboard/settings/calendars?connect_error=integration_disabled",
  );
});

test("to those who run the company it shows how everybody's accounts are, and they can disconnect them", async () => {
  const id = await connectGoogle();
  const seen = await loadCalendars(owner, new URLSearchParams());
  expect(seen.own).toEqual([]);
  expect(seen.others).toMatchObject([{ id, account: null, state: "ok", user_id: anna.user_id }]);
  const sami = await makeUser(owner, "staff");
  expect((await loadCalendars(sami, new URLSearchParams())).others).toEqual([]);
  const form = { intent: "disconnect", connection_id: id, events: "keep" };
  const refused = await list.action(args("", await signIn(sami), form));
  expect(refused).toMatchObject({ init: { status: 404 } });
  await list.action(args("", await signIn(owner), form));
  const gone = await pool.query("select state from calendar_connection where id = $1", [id]);
  expect(gone.rows.every(({ state }) => state === "disconnecting")).toBe(true);
});

test("an account's page is its own person's alone, and keeps a calendar as it is set there", async () => {
  const id = await connectGoogle();
  const open = (as: string) => thrown(one.loader(args(`/${id}`, as, undefined, { id })));
  expect((await open(await signIn(owner))).status).toBe(404);
  expect((await open(await signIn(await makeUser(owner, "viewer")))).status).toBe(403);
  const before = await one.loader(args(`/${id}`, cookie, undefined, { id }));
  const [{ external_id } = { external_id: "" }] = before.available;
  const resource_id = before.suggested;
  await one.action(args(`/${id}`, cookie, { intent: "add", external_id, resource_id }, { id }));
  const [calendar] = (await one.loader(args(`/${id}`, cookie, undefined, { id }))).calendars;
  expect(calendar).toMatchObject({ stored: { use: "hard", writes: "", tentative_is_busy: "on" } });
  const edit = {
    intent: "edit",
    calendar_id: calendar!.id,
    resource_id,
    use: "advise",
    writes: "on",
  };
  await one.action(args(`/${id}`, cookie, edit, { id }));
  const after = await one.loader(args(`/${id}`, cookie, undefined, { id }));
  expect(after.calendars).toMatchObject([
    { checks: true, mode: "advise", writes: true, tentative_is_busy: false },
  ]);
  expect(after.available).toEqual([]);
});

test("a password that was refused is not sent back with the form", async () => {
  const form = {
    intent: "caldav",
    server_url: "https://127.0.0.1/",
    username: "anna",
    password: "very-secret",
  };
  const refused = await list.action(args("", cookie, form));
  expect(refused).toMatchObject({ init: { status: 422 } });
  expect(JSON.stringify(refused)).toContain("private network");
  expect(JSON.stringify(refused)).not.toContain("very-secret");
  expect(await ownConnections()).toEqual([]);
});

test("a long list of calendars is paged, and says how many are left out", async () => {
  const id = await connectGoogle(230);
  const open = (query: string) => one.loader(args(`/${id}${query}`, cookie, undefined, { id }));
  const first = await open("");
  expect(first).toMatchObject({ count: 200, left_out: 30, page: 1, pages: 10 });
  expect(first.available).toHaveLength(20);
  const second = await open("?page=2");
  expect(second.available[0]!.external_id).not.toBe(first.available[0]!.external_id);
  for (const wrong of ["?page=0", "?page=x", "?page=-1"])
    expect((await open(wrong)).page, wrong).toBe(1);
  expect((await open("?page=99")).page).toBe(10);
});
