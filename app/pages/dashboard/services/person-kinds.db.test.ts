import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { getSchedule } from "~/domain/schedules/schedules.server";
import { flashOf, get, makeDesk, post } from "~/testing/desk";
import { makeUser } from "~/testing/factory";
import type { ServiceAnswer } from "~/ui/services/service-view";
import * as part from "./tab/route";

// Kinds of people on a service's price tab, whose form is posted as a browser without JavaScript does.

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
  const form = { seen: String(seen), duration_minutes: "60", price: "20", ...fields };
  return post(page, actor, `/dashboard/services/${id}/price`, form, id);
}
const answerOf = (answer: unknown) => (answer as { data: ServiceAnswer }).data;
const row = (at: number, name: string, price: string, noSeat = false, id = "") => ({
  [`person_kinds[${at}].name`]: name,
  [`person_kinds[${at}].price`]: price,
  ...(noSeat && { [`person_kinds[${at}].no_seat`]: "on" }),
  ...(id !== "" && { [`person_kinds[${at}].id`]: id }),
});
const ADULT = { id: "adult", name: "Adult", price_amount: null, takes_seat: true };
const CHILD = { id: "child", name: "Child", price_amount: 1000, takes_seat: true };
const BABY = { id: "baby", name: "Baby", price_amount: 0, takes_seat: false };
const tour = (person_kinds: object[] = []) => makeDesk({ price_amount: 2000, person_kinds });

test("rows are saved in their order: no price is the service's, and 0 is free", async () => {
  const { owner, schedule } = await tour();
  const fields = {
    ...row(0, "Adult", ""),
    ...row(1, "", ""),
    ...row(2, "Child", "10"),
    ...row(3, "Baby", "0", true),
  };
  expect(flashOf(await send(owner, schedule.id, fields)).text).toBe("Saved.");
  expect((await getSchedule(owner, schedule.id)).person_kinds).toEqual([ADULT, CHILD, BABY]);
  const { values } = await show(owner, schedule.id);
  expect(values.person_kinds).toEqual([
    { id: "adult", name: "Adult", price: "", no_seat: false },
    { id: "child", name: "Child", price: "10.00", no_seat: false },
    { id: "baby", name: "Baby", price: "0.00", no_seat: true },
  ]);
});

test("a kind keeps its ID under another name, and the same values change nothing", async () => {
  const { owner, schedule } = await tour([ADULT, CHILD]);
  const { version } = await getSchedule(owner, schedule.id);
  const same = { ...row(0, "Adult", "", false, "adult"), ...row(1, "Child", "10", false, "child") };
  await send(owner, schedule.id, same);
  expect((await getSchedule(owner, schedule.id)).version).toBe(version);
  await send(owner, schedule.id, { ...same, ...row(1, "Kid", "8", false, "child") });
  expect((await getSchedule(owner, schedule.id)).person_kinds).toEqual([
    ADULT,
    { ...CHILD, name: "Kid", price_amount: 800 },
  ]);
  await send(owner, schedule.id, {});
  expect((await getSchedule(owner, schedule.id)).person_kinds).toEqual([]);
});

test.each([
  ["no name", row(2, "", "4"), "person_kinds[2].name"],
  ["a price that isn't one", row(0, "Adult", "a lot"), "person_kinds[0].price"],
  ["nobody with a seat", row(0, "Baby", "0", true), "person_kinds"],
  [
    "more than 8 of them",
    Object.assign({}, ...Array.from({ length: 9 }, (_, at) => row(at, `Kind ${at}`, "1"))),
    "person_kinds",
  ],
])("%s is refused at its row, and what was typed stays", async (_case, rows, field) => {
  const { owner, schedule } = await tour([ADULT]);
  const { result } = answerOf(
    await send(owner, schedule.id, { ...(rows as Record<string, string>), price: "36" }),
  );
  expect(result?.error).toMatchObject({ [field]: [expect.any(String)] });
  expect(result?.initialValue).toMatchObject({ price: "36" });
  expect((await getSchedule(owner, schedule.id)).person_kinds).toEqual([ADULT]);
});

test("who may not change the service reads its kinds", async () => {
  const { owner, schedule } = await tour([ADULT, CHILD, BABY]);
  const { facts } = await show(await makeUser(owner, "viewer"), schedule.id);
  expect(facts).toEqual(
    expect.arrayContaining([
      { label: "Adult", text: "€20.00" },
      { label: "Child", text: "€10.00" },
      { label: "Baby", text: "Free · Needs no seat" },
    ]),
  );
});
