import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { getSchedule, updateSchedule } from "~/domain/schedules/schedules.server";
import { flashOf, get, makeDesk, post, postImage } from "~/testing/desk";
import { pool } from "~/lib/db.server";
import { makeCalendar } from "~/testing/calendar-calls";
import { makeResource, makeSchedule, makeTenant, makeUser } from "~/testing/factory";
import { connectCalendar } from "~/testing/outside-calendar";
import type { ServiceAnswer } from "~/ui/services/service-view";
import * as list from "./route";
import * as image from "./image";
import * as part from "./tab/route";

// What a service says, who gives it, its lengths and prices, and its place in the list: pages called as a browser without script calls them.

const pageOf = (tab: string) => ({
  loader: (args: LoaderFunctionArgs) => part.loader({ ...args, params: { ...args.params, tab } }),
  action: (args: ActionFunctionArgs) => part.action({ ...args, params: { ...args.params, tab } }),
});
const show = (actor: UserActor, id: string, tab: string) =>
  get(pageOf(tab), actor, `/dashboard/services/${id}/${tab}`, id);
type Fields = Record<string, string | string[]>;
/** Sends a form as it would be after the page was opened just now. */
async function send(actor: UserActor, id: string, tab: string, fields: Fields) {
  const { seen } = await show(actor, id, tab);
  return post(
    pageOf(tab),
    actor,
    `/dashboard/services/${id}/${tab}`,
    { seen: String(seen), ...fields },
    id,
  );
}
const answerOf = (answer: unknown) => (answer as { data: ServiceAnswer }).data;

const length = (at: number, minutes: string, price: string) => ({
  [`length_options[${at}].minutes`]: minutes,
  [`length_options[${at}].price`]: price,
});
const peak = (
  at: number,
  days: string[],
  hours: [string, string],
  change: string,
  unit = "percent",
) => ({
  [`peak_prices[${at}].days`]: days,
  [`peak_prices[${at}].start`]: hours[0],
  [`peak_prices[${at}].end`]: hours[1],
  [`peak_prices[${at}].change`]: change,
  [`peak_prices[${at}].unit`]: unit,
});
const WEEK = ["1", "2", "3", "4", "5", "6", "7"];

test("details: what a service says is saved, shown again, and taken away", async () => {
  const { owner, schedule } = await makeDesk();
  await makeSchedule(owner, [(await makeResource(owner)).id], { name: "Colour", category: "Hair" });
  const fields = {
    name: "Tennis",
    description: "An hour\nof tennis",
    category: "Sport",
    private: "on",
    "location.kind": "video_url",
    "location.text": "https://meet.example.com/tennis",
  };
  expect(flashOf(await send(owner, schedule.id, "offer", fields)).text).toBe("Saved.");
  expect(await getSchedule(owner, schedule.id)).toMatchObject({
    description: "An hour\nof tennis",
    category: "Sport",
    private: true,
    location: { kind: "video_url", text: null, url: "https://meet.example.com/tennis" },
  });
  const shown = await show(owner, schedule.id, "offer");
  expect(shown.values).toMatchObject({ category: "Sport", location: { kind: "video_url" } });
  expect(shown.categories).toEqual(["Hair", "Sport"]);
  await send(owner, schedule.id, "offer", {
    name: "Tennis",
    description: "",
    category: "",
    "location.kind": "",
  });
  expect(await getSchedule(owner, schedule.id)).toMatchObject({
    description: null,
    category: null,
    private: false,
    location: null,
  });
});

test("details: a place without its words is refused at their field, with the rest as it was typed", async () => {
  const { owner, schedule } = await makeDesk();
  const fields = {
    name: "Padel",
    category: "Sport",
    "location.kind": "video_url",
    "location.text": "meet.example.com",
  };
  const { result } = answerOf(await send(owner, schedule.id, "offer", fields));
  expect(result?.error?.["location.text"]).toEqual([expect.stringContaining("https://")]);
  expect(result?.initialValue).toMatchObject({
    name: "Padel",
    location: { text: "meet.example.com" },
  });
  expect((await getSchedule(owner, schedule.id)).name).toBe("Tennis");
  // What was typed for another kind of place does not count.
  await send(owner, schedule.id, "offer", {
    name: "Tennis",
    "location.kind": "phone",
    "location.text": "x",
  });
  expect((await getSchedule(owner, schedule.id)).location).toEqual({
    kind: "phone",
    text: null,
    url: null,
  });
});

test("an image is given to a service and taken away by an admin", async () => {
  const { owner, schedule } = await makeDesk();
  const path = `/dashboard/services/${schedule.id}/image`;
  expect(flashOf(await postImage(image, owner, path, schedule.id)).text).toBe("Image saved.");
  const { image_asset_id } = await getSchedule(owner, schedule.id);
  expect((await show(owner, schedule.id, "offer")).image).toContain(image_asset_id);
  const staff = await makeUser(owner, "staff");
  expect(await show(staff, schedule.id, "offer")).toMatchObject({
    may_edit: true,
    may_upload: false,
  });
  await expect(postImage(image, staff, path, schedule.id)).rejects.toMatchObject({ status: 403 });
  await expect(postImage(image, await makeTenant(), path, schedule.id)).rejects.toMatchObject({
    status: 404,
  });
  await post<unknown>(image, owner, path, { intent: "no_image" }, schedule.id);
  expect((await getSchedule(owner, schedule.id)).image_asset_id).toBeNull();
});

test("price: lengths and peak prices are saved in their order, and shown again as they were typed", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 3500 });
  const fields = {
    duration_minutes: "60",
    price: "35",
    ...length(0, "120", "60"),
    ...length(1, "90", "50,00"),
    ...length(2, "", ""),
    ...peak(0, ["6", "7"], ["09:00", "12:00"], "+20"),
    ...peak(2, ["5"], ["17:00", "20:00"], "-2.50", "amount"),
  };
  await send(owner, schedule.id, "price", fields);
  const saved = await getSchedule(owner, schedule.id);
  expect(saved.length_options).toEqual([
    { minutes: 90, price_amount: 5000 },
    { minutes: 120, price_amount: 6000 },
  ]);
  expect(saved.peak_prices).toEqual([
    { days: [6, 7], start: "09:00", end: "12:00", percent: 20 },
    { days: [5], start: "17:00", end: "20:00", amount: -250 },
  ]);
  const { values } = await show(owner, schedule.id, "price");
  expect(values).toMatchObject({
    length_options: [
      { minutes: "90", price: "50.00" },
      { minutes: "120", price: "60.00" },
    ],
    peak_prices: [
      { days: ["6", "7"], change: "20", unit: "percent" },
      { change: "-2.50", unit: "amount" },
    ],
  });
  // Saved again as it is, nothing has changed.
  await send(owner, schedule.id, "price", {
    duration_minutes: "60",
    price: "35",
    ...length(0, "90", "50"),
    ...length(1, "120", "60"),
    ...peak(0, ["6", "7"], ["09:00", "12:00"], "20"),
    ...peak(1, ["5"], ["17:00", "20:00"], "-2.5", "amount"),
  });
  expect((await getSchedule(owner, schedule.id)).version).toBe(saved.version);
});

test.each([
  ["a price that is none", length(0, "90", "a lot"), "length_options[0].price"],
  [
    "a row without its minutes",
    { ...length(0, "", ""), ...length(3, "", "50") },
    "length_options[3].minutes",
  ],
  ["no days", peak(1, [], ["09:00", "12:00"], "20"), "peak_prices[1].days"],
  ["no end", peak(1, ["1"], ["09:00", ""], "20"), "peak_prices[1].end"],
  ["half a percent", peak(0, ["1"], ["09:00", "12:00"], "12.5"), "peak_prices[0].change"],
  ["less than nothing", peak(2, ["1"], ["09:00", "12:00"], "-101"), "peak_prices[2].change"],
  [
    "an amount that is none",
    peak(0, ["1"], ["09:00", "12:00"], "", "amount"),
    "peak_prices[0].change",
  ],
])("price: %s is refused at its row, and what was typed stays", async (_case, rows, field) => {
  const { owner, schedule } = await makeDesk({ price_amount: 3500 });
  const fields = { duration_minutes: "45", price: "35", ...rows };
  const { result } = answerOf(await send(owner, schedule.id, "price", fields));
  expect(result?.error).toMatchObject({ [field]: [expect.any(String)] });
  expect(result?.initialValue).toMatchObject({ duration_minutes: "45" });
  expect((await getSchedule(owner, schedule.id)).duration_minutes).toBe(60);
});

test("price: rows are added and removed without a script, and nothing is saved by it", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 3500 });
  const fields = {
    duration_minutes: "60",
    price: "35",
    ...length(0, "90", "50"),
    ...length(1, "120", "60"),
  };
  const more = answerOf(
    await send(owner, schedule.id, "price", { ...fields, rows: "add length_options" }),
  );
  expect(more.typed?.length_options).toHaveLength(3);
  const less = answerOf(
    await send(owner, schedule.id, "price", { ...fields, rows: "remove length_options 0" }),
  );
  expect(less.typed?.length_options).toMatchObject([{ minutes: 120, price: "60" }]);
  const other = answerOf(await send(owner, schedule.id, "price", { ...fields, rows: "add seen" }));
  expect(other.typed).toMatchObject({ seen: expect.any(Number) });
  expect((await getSchedule(owner, schedule.id)).length_options).toEqual([]);
});

test("price: the preview says what a peak costs, each time its price, and which lengths there are", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 3500, min_notice_minutes: 0 });
  const fields = {
    intent: "preview",
    duration_minutes: "60",
    price: "35",
    ...length(0, "90", "50"),
    ...peak(0, WEEK, ["10:00", "12:00"], "20"),
  };
  const { preview } = answerOf(await send(owner, schedule.id, "price", fields));
  expect(preview!.examples).toEqual([expect.stringMatching(/^\w{3} 10:00 costs €42.00$/)]);
  expect(preview!.lengths).toEqual(["1 h · €35.00", "1 h 30 min · €50.00"]);
  const times = preview!.days.at(-1)!.times.map(({ label }) => label);
  expect(times.slice(0, 4)).toEqual([
    "09:00 · €35.00",
    "10:00 · €42.00",
    "11:00 · €42.00",
    "12:00 · €35.00",
  ]);
  expect((await getSchedule(owner, schedule.id)).peak_prices).toEqual([]);
});

test("who: what each resource has of its own is saved; what is usual is not kept", async () => {
  const { owner, court, schedule } = await makeDesk({ price_amount: 3500 });
  const other = await makeResource(owner, { name: "Court 2" });
  const fields = {
    resource_ids: [court.id, other.id],
    assign: "priority",
    [`terms.${court.id}.minutes`]: "",
    [`terms.${court.id}.price`]: "",
    [`terms.${court.id}.weight`]: "100",
    [`terms.${other.id}.minutes`]: "90",
    [`terms.${other.id}.price`]: "42",
    [`terms.${other.id}.weight`]: "200",
    [`terms.${other.id}.priority`]: "5",
  };
  await send(owner, schedule.id, "who", fields);
  const saved = await getSchedule(owner, schedule.id);
  const terms = {
    duration_minutes: 90,
    price_amount: 4200,
    length_options: null,
    weight: 200,
    priority: 5,
  };
  expect(saved).toMatchObject({
    assign: "priority",
    resource_terms: [{ resource_id: other.id, ...terms }],
  });
  const { values, head } = await show(owner, schedule.id, "who");
  expect(values).toMatchObject({
    terms: { [other.id]: { minutes: "90", price: "42.00", weight: "200", priority: "5" } },
  });
  expect(head.about).toBe("1 h · from €35.00");

  for (const [field, typed] of [
    ["price", "much"],
    ["minutes", "long"],
    ["weight", "0"],
    ["priority", "1001"],
  ] as const) {
    const name = `terms.${other.id}.${field}`;
    const { result } = answerOf(
      await send(owner, schedule.id, "who", { ...fields, [name]: typed }),
    );
    expect(result?.error).toMatchObject({ [name]: [expect.any(String)] });
    expect(result?.initialValue).toMatchObject({ terms: { [other.id]: { [field]: typed } } });
  }

  // Who is not chosen any more has nothing of their own.
  await send(owner, schedule.id, "who", { ...fields, resource_ids: [court.id] });
  expect(await getSchedule(owner, schedule.id)).toMatchObject({
    resource_ids: [court.id],
    resource_terms: [],
  });
});

test("who: the lengths that a resource has of its own stay, which the form does not show", async () => {
  const { owner, court, schedule } = await makeDesk({ price_amount: 3500 });
  const own = [{ minutes: 120, price_amount: 7000 }];
  const terms = {
    resource_id: court.id,
    duration_minutes: null,
    price_amount: null,
    weight: 100,
    priority: 0,
  };
  await updateSchedule(owner, schedule.id, { resource_terms: [{ ...terms, length_options: own }] });
  await send(owner, schedule.id, "who", {
    resource_ids: [court.id],
    [`terms.${court.id}.price`]: "40",
  });
  expect((await getSchedule(owner, schedule.id)).resource_terms).toEqual([
    { ...terms, price_amount: 4000, length_options: own },
  ]);
});

test("who: the preview has the times of each length, and the lowest price where they differ", async () => {
  const { owner, court, schedule } = await makeDesk({ price_amount: 3500, min_notice_minutes: 0 });
  const other = await makeResource(owner, { name: "Court 2" });
  const fields = {
    intent: "preview",
    resource_ids: [court.id, other.id],
    [`terms.${other.id}.minutes`]: "240",
    [`terms.${other.id}.price`]: "90",
  };
  const { preview } = answerOf(await send(owner, schedule.id, "who", fields));
  const times = preview!.days.at(-1)!.times.map(({ label }) => label);
  expect(times[0]).toBe("09:00 (2 free) · from €35.00");
  expect(times[1]).toBe("10:00 · €35.00");
  expect(times[4]).toBe("13:00 (2 free) · from €35.00");
});

test("rules: limits of a resource and of a guest are saved; empty is none", async () => {
  const { owner, schedule } = await makeDesk();
  const fields = { notice: "2", notice_unit: "hours", max_advance_days: "60" };
  const limits = {
    max_party_size: "4",
    max_per_day: "5",
    max_per_week: "20",
    max_per_month: "60",
    max_upcoming_per_customer: "3",
    max_per_week_per_customer: "1",
  };
  await send(owner, schedule.id, "rules", { ...fields, ...limits });
  const numbers = Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [name, Number(value)]),
  );
  expect(await getSchedule(owner, schedule.id)).toMatchObject(numbers);
  expect((await show(owner, schedule.id, "rules")).values).toMatchObject(limits);
  await send(owner, schedule.id, "rules", fields);
  expect(await getSchedule(owner, schedule.id)).toMatchObject({
    max_party_size: null,
    max_per_week_per_customer: null,
  });
});

test("a tab that was saved meanwhile shows both values, with the rows", async () => {
  const { owner, schedule } = await makeDesk({ price_amount: 3500 });
  const { seen } = await show(owner, schedule.id, "price");
  await updateSchedule(owner, schedule.id, {
    length_options: [{ minutes: 90, price_amount: 4000 }],
  });
  const fields = {
    seen: String(seen),
    duration_minutes: "60",
    price: "35",
    ...length(0, "120", "60"),
  };
  const { conflict, typed } = answerOf(await send(owner, schedule.id, "price", fields));
  expect(conflict!.now).toMatchObject({ length_options: [{ minutes: "90", price: "40.00" }] });
  expect(typed).toMatchObject({ length_options: [{ minutes: 120, price: "60" }] });
  expect((await getSchedule(owner, schedule.id)).length_options).toHaveLength(1);
});

test("the list is by category, in an order that an admin changes, and marks what is private", async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const { id } = await makeResource(owner, { name: "Anouk" });
  const cut = await makeSchedule(owner, [id], { name: "Cut", category: "Hair", private: true });
  const nails = await makeSchedule(owner, [id], { name: "Nails" });
  const colour = await makeSchedule(owner, [id], { name: "Colour", category: "Hair" });
  const names = async () =>
    (await get(list, owner, "/dashboard/services")).services.map(({ name }) => name);
  const { services, may_order } = await get(list, owner, "/dashboard/services");
  expect(may_order).toBe(true);
  expect(services).toMatchObject([
    { name: "Cut", category: "Hair", private: true, resources: "Anouk" },
    { name: "Nails", category: null, private: false },
    { name: "Colour", category: "Hair" },
  ]);
  const place = (what: { id: string }, beside: { id: string }, side: string) =>
    post(list, owner, "/dashboard/services", {
      intent: "place",
      id: what.id,
      beside: beside.id,
      side,
    });
  await place(colour, cut, "before");
  expect(await names()).toEqual(["Colour", "Cut", "Nails"]);
  await place(colour, cut, "after");
  expect(await names()).toEqual(["Cut", "Colour", "Nails"]);
  const stranger = await makeTenant();
  const foreign = await makeSchedule(stranger, [(await makeResource(stranger)).id]);
  const nowhere = answerOf(await place(cut, foreign, "before"));
  expect(nowhere.result?.error?.[""]).toEqual([expect.any(String)]);
  const staff = await makeUser(owner, "staff");
  expect((await get(list, staff, "/dashboard/services")).may_order).toBe(false);
  const fields = { intent: "place", id: cut.id, beside: nails.id, side: "after" };
  const refused = answerOf(await post(list, staff, "/dashboard/services", fields));
  expect(refused.result?.error?.[""]).toEqual([expect.stringContaining("owner or admin")]);
  expect(await names()).toEqual(["Cut", "Colour", "Nails"]);
});

test("details: an online meeting names the resources whose calendar can't create one", async () => {
  const { owner, schedule } = await makeDesk();
  const [mila, noor] = [
    await makeResource(owner, { name: "Mila" }),
    await makeResource(owner, { name: "Noor" }),
  ];
  const stranger = await makeTenant();
  await makeResource(stranger, { name: "Mila" });
  await updateSchedule(owner, schedule.id, { resource_ids: [mila.id, noor.id] });
  const without = async () => (await show(owner, schedule.id, "offer")).without_meetings;
  expect(await without()).toEqual(["Mila", "Noor"]);
  await connectCalendar(owner, { resource_id: mila.id });
  await connectCalendar(owner, { resource_id: noor.id, writes: false });
  await makeCalendar(owner, noor.id);
  expect(await without()).toEqual(["Noor"]);
  await pool.query("update calendar_connection set state = 'disconnecting' where tenant_id = $1", [
    owner.tenant.id,
  ]);
  expect(await without()).toEqual(["Mila", "Noor"]);
});
