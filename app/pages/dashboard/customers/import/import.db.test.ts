import type { ActionFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { MAX_IMPORT_BYTES } from "~/domain/imports/import-limits";
import { env } from "~/lib/env.server";
import { flashOf, get, post } from "~/testing/desk";
import { makeResource, makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import * as file from "./file/route";
import * as page from "./route";

const PATH = "/dashboard/customers/import";

async function upload(actor: UserActor, text: string, kind = "customers") {
  const body = new FormData();
  body.set("kind", kind);
  body.set("file", new Blob([text]), "guests.csv");
  const headers = { Cookie: await signIn(actor), "Sec-Fetch-Site": "same-origin" };
  const request = new Request(`${env.BASE_URL}${PATH}`, { method: "POST", headers, body });
  return page.action({ request, params: {}, context: {} } as ActionFunctionArgs);
}

/** Uploads a file; the id in its preview's address. */
async function uploaded(actor: UserActor, text: string, kind?: string): Promise<string> {
  const path = ((await upload(actor, text, kind)) as Response).headers.get("Location") ?? "";
  return path.slice(`${PATH}/`.length);
}

const look = (actor: UserActor, id: string, query = "") =>
  get(file, actor, `${PATH}/${id}${query}`, id);
const send = (actor: UserActor, id: string, fields: Record<string, string>) =>
  post(file, actor, `${PATH}/${id}`, fields, id);
const problemOf = (answer: unknown) => (answer as { data: { problem: string } }).data.problem;

test("a file is uploaded, previewed, read by other columns, imported and undone by plain forms", async () => {
  const owner = await makeTenant();
  const id = await uploaded(owner, "Name;Reach me\nAnna;anna@example.test\nBert;bert at home\n");
  expect(await look(owner, id)).toMatchObject({
    file_name: "guests.csv",
    state: "draft",
    total: 2,
    counts: { status: { new: 2, problem: 0 } },
    columns: [
      { header: "Name", examples: "Anna · Bert", field: "name" },
      { header: "Reach me", field: "" },
    ],
  });
  await send(owner, id, { intent: "columns", "fields[0]": "name", "fields[1]": "email" });
  expect(await look(owner, id)).toMatchObject({
    counts: { status: { new: 1, problem: 1 } },
    kind: "problem",
    rows: [{ number: 3, problem: { field: "email", value: "bert at home" } }],
  });
  const flash = flashOf(await send(owner, id, { intent: "import" }));
  expect(flash).toMatchObject({
    text: "Added 1 customer.",
    undo: { fields: { intent: "undo" } },
  });
  expect((await get(page, owner, PATH)).recent).toMatchObject([
    { file_name: "guests.csv", state: "done" },
  ]);
  expect(flashOf(await send(owner, id, { intent: "undo" })).text).toBe("Removed 1 customer.");
  expect(await look(owner, id)).toMatchObject({ state: "undone" });
});

test("a file of bookings is previewed, its names are chosen, and the bookings are in the API’s list", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner, { name: "Room 1" });
  const id = await uploaded(
    owner,
    "Start,End,Staff,Name,Email\n03/04/2025 10:00,10:30,Noor,Anna,anna@example.test\n",
    "bookings",
  );
  expect(await look(owner, id)).toMatchObject({
    file_kind: "bookings",
    order: "dmy",
    time_zone: "Europe/Amsterdam",
    counts: { status: { past: 0, problem: 1 } },
    name_choices: [
      {
        kind: "resource",
        names: [{ name: "Noor", rows: 1, chosen_id: null }],
        more: 0,
        own: [{ id: room.id, name: "Room 1" }],
      },
    ],
  });
  await send(owner, id, {
    intent: "names",
    "resource[0].name": "Noor",
    "resource[0].id": room.id,
  });
  expect(await look(owner, id)).toMatchObject({ counts: { status: { past: 1, problem: 0 } } });
  const flash = flashOf(await send(owner, id, { intent: "import" }));
  expect(flash).toMatchObject({
    text: "Imported 1 booking.",
    undo: { fields: { intent: "undo" } },
  });
  const listed = await call("/api/bookings?source=import", { cookie: await signIn(owner) });
  expect(await json(listed)).toMatchObject({
    data: [
      {
        status: "completed",
        source: "import",
        starts_at: "2025-04-03T08:00:00Z",
        payment_status: "none",
        balance_amount: 0,
        resource_id: room.id,
      },
    ],
  });
  expect(flashOf(await send(owner, id, { intent: "undo" })).text).toBe(
    "Removed 1 imported booking.",
  );
});

test("every problem row is found, a hundred on each page", async () => {
  const owner = await makeTenant();
  const rows = Array.from({ length: 230 }, (_none, index) => `,guest-${index}@example.test`);
  const id = await uploaded(owner, `Name,Email\n${rows.join("\n")}\n`);
  const numbers: number[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const view = await look(owner, id, `?show=problem&after=${after}`);
    numbers.push(...view.rows.map(({ number }) => number));
    after = view.next;
  }
  expect(numbers).toEqual(rows.map((_row, index) => index + 2));
});

test("a file that is too large, or none, is refused in a sentence", async () => {
  const owner = await makeTenant();
  expect(problemOf(await upload(owner, "x".repeat(MAX_IMPORT_BYTES + 1)))).toBe(
    "This file is larger than 5 MB. Split it into several files.",
  );
  expect(problemOf(await upload(owner, `Name\n${"Anna\n".repeat(10_001)}`))).toBe(
    "This file has more than 10,000 rows. Split it into several files.",
  );
  expect(problemOf(await upload(owner, ""))).toBe("Choose a CSV file.");
  expect(problemOf(await upload(owner, "Name\n"))).toBe("This file has no rows below its headers.");
});

test("another company’s file is not found at any address, and viewers and limited staff have none", async () => {
  const owner = await makeTenant();
  const id = await uploaded(owner, "Name\nAnna\n");
  const stranger = await makeTenant();
  await expect(look(stranger, id)).rejects.toMatchObject({ status: 404 });
  for (const intent of ["import", "undo", "discard"])
    await expect(send(stranger, id, { intent })).rejects.toMatchObject({ status: 404 });
  await expect(look(stranger, "nothing")).rejects.toMatchObject({ status: 404 });
  expect((await get(page, stranger, PATH)).recent).toEqual([]);
  const resource_ids = [(await makeResource(owner)).id];
  for (const actor of [
    await makeUser(owner, "viewer"),
    await makeUser(owner, "staff", { resource_ids }),
  ]) {
    await expect(get(page, actor, PATH)).rejects.toMatchObject({ status: 403 });
    await expect(look(actor, id)).rejects.toMatchObject({ status: 403 });
    await expect(send(actor, id, { intent: "import" })).rejects.toMatchObject({ status: 403 });
    await expect(upload(actor, "Name\nBert\n")).rejects.toMatchObject({ status: 403 });
  }
  expect(await look(owner, id)).toMatchObject({ state: "draft" });
});
