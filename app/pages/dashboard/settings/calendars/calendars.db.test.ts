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
  const row = await pool.query("select state from calendar_connection where id = $1", [id]);
  expect(row.rows.every(({ state }) => state === "disconnecting")).toBe(true);
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
  const fields = { id: calendar!.id, resource_id, use: "advise", ...NO_BUFFER, writes: "on" };
  await one.action(args(`/${id}`, cookie, { intent: "save", ...rowsOf([fields]) }, { id }));
  const after = await one.loader(args(`/${id}`, cookie, undefined, { id }));
  expect(after.calendars).toMatchObject([
    { checks: true, mode: "advise", writes: true, tentative_is_busy: false },
  ]);
  expect(after.available).toEqual([]);
});

/** The fields of a form with these calendars, as a browser sends them. */
const rowsOf = (calendars: Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(
    calendars.flatMap((fields, index) =>
      Object.entries(fields).map(([name, value]) => [`calendars[${index}].${name}`, value]),
    ),
  );
const NO_BUFFER = { minutes_before: "0", minutes_after: "0" };

test("one Save for all calendars of an account: all changes or none, an error at its field with everything typed", async () => {
  const id = await connectGoogle(3);
  const load = () => one.loader(args(`/${id}`, cookie, undefined, { id }));
  const { available, suggested: resource_id } = await load();
  for (const { external_id } of available)
    await one.action(args(`/${id}`, cookie, { intent: "add", external_id, resource_id }, { id }));
  const { calendars } = await load();
  expect(calendars.map(({ resource_name }) => resource_name)).toHaveLength(3);
  const row = (at: number, more: Record<string, string> = {}) => ({
    id: calendars[at]!.id,
    resource_id,
    use: "hard",
    ...NO_BUFFER,
    tentative_is_busy: "on",
    ...more,
  });
  const save = (rows: Record<string, string>[]) =>
    one.action(args(`/${id}`, cookie, { intent: "save", ...rowsOf(rows) }, { id }));
  const audits = async () =>
    (
      await pool.query<{ action: string }>(
        "select action from audit_row where tenant_id = $1 and entity = 'connected_calendar' and action <> 'calendar.connected' order by id",
        [owner.tenant.id],
      )
    ).rows.map(({ action }) => action);

  const both = await save([
    row(0, { writes: "on" }),
    row(1, { writes: "on", minutes_before: "15" }),
    row(2),
  ]);
  expect(both).toMatchObject({
    init: { status: 422 },
    data: {
      result: {
        error: { "calendars[1].writes": [expect.stringContaining("another calendar")] },
        initialValue: { calendars: [{ writes: "on" }, { minutes_before: "15" }, {}] },
      },
    },
  });
  const wrong = await save([row(0), row(1, { minutes_after: "9999" }), row(2)]);
  expect(Object.keys((wrong as { data: { result: { error: object } } }).data.result.error)).toEqual(
    ["calendars[1].minutes_after"],
  );
  expect((await load()).calendars.map(({ writes }) => writes)).toEqual([false, false, false]);
  expect(await audits()).toEqual([]);

  await save([row(0, { writes: "on" }), row(1, { minutes_before: "15" }), row(2)]);
  expect(await audits()).toEqual(["calendar.changed", "calendar.changed"]);
  // The writing calendar and its successor in one save, whatever their order.
  await save([row(0), row(1, { writes: "on" }), row(2, { remove: "on" })]);
  expect((await load()).calendars).toMatchObject([
    { writes: false, minutes_before: 0 },
    { writes: true, minutes_before: 0 },
  ]);
  expect((await audits()).filter((action) => action === "calendar.removed")).toHaveLength(1);
  await save([row(0, { writes: "on" }), row(1)]);
  expect((await load()).calendars.map(({ writes }) => writes)).toEqual([true, false]);

  await connectGoogle();
  const other = (await ownConnections()).find((connection) => connection.id !== id)!.id;
  const elsewhere = await one.action(
    args(`/${other}`, cookie, { intent: "save", ...rowsOf([row(0)]) }, { id: other }),
  );
  expect(elsewhere).toMatchObject({ init: { status: 404 } });
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
