import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { flashOf, get, makeDesk, post } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import type { ServiceAnswer } from "~/ui/services/service-view";
import * as part from "./tab/route";

// Add-ons on a service's price tab, whose form is posted as a browser without JavaScript does.

const page = {
  loader: (args: LoaderFunctionArgs) =>
    part.loader({ ...args, params: { ...args.params, tab: "price" } }),
  action: (args: ActionFunctionArgs) =>
    part.action({ ...args, params: { ...args.params, tab: "price" } }),
};
const show = (actor: UserActor, id: string) =>
  get(page, actor, `/dashboard/services/${id}/price`, id);
async function send(actor: UserActor, id: string, fields: Record<string, string>) {
  const { seen } = await show(actor, id);
  const form = { seen: String(seen), duration_minutes: "60", price: "35", ...fields };
  return post(page, actor, `/dashboard/services/${id}/price`, form, id);
}
const answerOf = (answer: unknown) => (answer as { data: ServiceAnswer }).data;
const row = (at: number, name: string, price: string, most = "", id = "") => ({
  [`addons[${at}].name`]: name,
  [`addons[${at}].price`]: price,
  [`addons[${at}].max_quantity`]: most,
  ...(id !== "" && { [`addons[${at}].id`]: id }),
});
const court = (addons: object[] = []) => makeDesk({ price_amount: 3500, addons });
const RACKET = {
  id: "racket",
  name: "Racket",
  price_amount: 400,
  max_quantity: 4,
  extra_minutes: 0,
};

test("rows are saved in their order, with an ID from the name, and shown again", async () => {
  const { owner, schedule } = await court();
  const fields = {
    ...row(0, "Racket", "4", "4"),
    ...row(1, "", ""),
    ...row(2, "Light", "6,50"),
    ...row(3, "كرة", ""),
    ...row(4, "light!", "1"),
  };
  expect(flashOf(await send(owner, schedule.id, fields)).text).toBe("Saved.");
  const saved = await getSchedule(owner, schedule.id);
  expect(saved.addons).toEqual([
    RACKET,
    { id: "light", name: "Light", price_amount: 650, max_quantity: 1, extra_minutes: 0 },
    { id: "addon", name: "كرة", price_amount: 0, max_quantity: 1, extra_minutes: 0 },
    { id: "light-2", name: "light!", price_amount: 100, max_quantity: 1, extra_minutes: 0 },
  ]);
  const { values } = await show(owner, schedule.id);
  expect(values.addons).toEqual([
    { id: "racket", name: "Racket", price: "4.00", max_quantity: "4", extra_minutes: "" },
    { id: "light", name: "Light", price: "6.50", max_quantity: "1", extra_minutes: "" },
    { id: "addon", name: "كرة", price: "", max_quantity: "1", extra_minutes: "" },
    { id: "light-2", name: "light!", price: "1.00", max_quantity: "1", extra_minutes: "" },
  ]);
});

test("an add-on keeps its ID under another name, and the same values change nothing", async () => {
  const { owner, schedule } = await court([RACKET]);
  const { version } = await getSchedule(owner, schedule.id);
  await send(owner, schedule.id, row(0, "Racket", "4.00", "4", "racket"));
  expect((await getSchedule(owner, schedule.id)).version).toBe(version);
  await send(owner, schedule.id, {
    ...row(0, "Racket", "2"),
    ...row(1, "Padel racket", "4", "4", "racket"),
  });
  expect((await getSchedule(owner, schedule.id)).addons).toEqual([
    { id: "racket-2", name: "Racket", price_amount: 200, max_quantity: 1, extra_minutes: 0 },
    { ...RACKET, name: "Padel racket" },
  ]);
  await send(owner, schedule.id, {});
  expect((await getSchedule(owner, schedule.id)).addons).toEqual([]);
});

test.each([
  ["no name", row(2, "", "4"), "addons[2].name"],
  ["a price that isn't one", row(0, "Racket", "a lot"), "addons[0].price"],
  ["none at all of it", row(0, "Racket", "4", "0"), "addons[0].max_quantity"],
  ["more than 100 of it", row(1, "Racket", "4", "101"), "addons[1].max_quantity"],
  ["an ID twice", { ...row(0, "A", "", "", "a"), ...row(1, "B", "", "", "a") }, "addons"],
  [
    "more than 20 of them",
    Object.assign({}, ...Array.from({ length: 21 }, (_, at) => row(at, `Item ${at}`, "1"))),
    "addons",
  ],
])("%s is refused at its row, and what was typed stays", async (_case, rows, field) => {
  const { owner, schedule } = await court([RACKET]);
  const { result } = answerOf(
    await send(owner, schedule.id, { ...(rows as Record<string, string>), price: "36" }),
  );
  expect(result?.error).toMatchObject({ [field]: [expect.any(String)] });
  expect(result?.initialValue).toMatchObject({ price: "36" });
  expect((await getSchedule(owner, schedule.id)).addons).toEqual([RACKET]);
});

test("rows are added and removed without JavaScript, and keep their ID", async () => {
  const { owner, schedule } = await court([RACKET]);
  const fields = { ...row(0, "Racket", "4", "4", "racket"), ...row(1, "Light", "6") };
  const more = answerOf(await send(owner, schedule.id, { ...fields, rows: "add addons" }));
  expect(more.typed?.addons).toMatchObject([{ id: "racket" }, { name: "Light" }, {}]);
  const less = answerOf(await send(owner, schedule.id, { ...fields, rows: "remove addons 1" }));
  expect(less.typed?.addons).toMatchObject([{ id: "racket", name: "Racket" }]);
  expect((await getSchedule(owner, schedule.id)).addons).toEqual([RACKET]);
});

test("a price in a currency that can't be paid is refused at its row", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 5000, currency: "KWD" });
  const { result } = answerOf(
    await send(owner, schedule.id, { price: "5", ...row(1, "Racket", "1.005") }),
  );
  expect(result?.error).toMatchObject({ "addons[1].price": [expect.any(String)] });
});

test("who may not change the service reads its add-ons", async () => {
  const { owner, schedule } = await court([
    RACKET,
    { ...RACKET, id: "towel", name: "Towel", price_amount: 0 },
  ]);
  const viewer = await makeUser(owner, "viewer");
  const { facts } = await show(viewer, schedule.id);
  expect(facts).toEqual(
    expect.arrayContaining([
      { label: "Racket", text: "€4.00" },
      { label: "Towel", text: "Free" },
    ]),
  );
});
