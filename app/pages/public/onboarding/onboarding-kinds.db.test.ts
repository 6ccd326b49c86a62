import type { LoaderFunctionArgs } from "@remix-run/node";
import { expect, test } from "vitest";
import { type BusinessKind, businessKinds } from "~/domain/onboarding/business-kinds";
import type { UserActor } from "~/domain/identity/actor";
import { makeTestBooking } from "~/domain/onboarding/test-booking.server";
import { prisma } from "~/lib/db.server";
import { get, post, refusalOf } from "~/testing/desk";
import { book, slotsAfter, slotsOf } from "~/testing/booking-calls";
import { makeResource, makeTenant } from "~/testing/factory";
import * as company from "./company/route";
import * as resource from "./resource/route";
import * as schedule from "./schedule/route";

// The set-up by the kind of business, as a browser without script walks through it.

const saveKind = (owner: UserActor, kind: string) => {
  const { name, time_zone, currency, locale } = owner.tenant;
  return post(company, owner, "/onboarding/company", { kind, name, time_zone, currency, locale });
};
const shownOf = <T>(page: { loader(args: LoaderFunctionArgs): Promise<T> }, owner: UserActor) =>
  get(page, owner, "/onboarding");
const locationOf = (answer: unknown) => (answer as Response).headers.get("Location");

/** The fields of a form as a browser sends them back untouched, but for what is changed. */
function fieldsOf(
  known: object,
  changes: Record<string, string> = {},
): Record<string, string | string[]> {
  const sent = Object.entries(known).filter(([, value]) => value !== false);
  const fields = sent.map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return { ...(Object.fromEntries(fields) as Record<string, string | string[]>), ...changes };
}

const saveNames = async (owner: UserActor, names: string) => {
  const { known } = await shownOf(resource, owner);
  return post(resource, owner, "/onboarding/resource", fieldsOf(known, { names }));
};
const resourcesOf = ({ tenant }: UserActor) =>
  prisma.resource.findMany({ where: { tenant_id: tenant.id }, orderBy: { position: "asc" } });
const serviceOf = ({ tenant }: UserActor) =>
  prisma.schedule.findFirstOrThrow({
    where: { tenant_id: tenant.id },
    include: { resources: true },
  });

const NAMES: Record<BusinessKind, string> = {
  people: "Anna\nBert",
  courts: "Court 1\nCourt 2",
  classes: "Vinyasa flow",
  tables: "Dining room\nTerrace",
};

test.each(businessKinds)(
  "%s: what is usual, with names alone, leads to a test booking",
  async (kind) => {
    const owner = await makeTenant();
    expect(locationOf(await saveKind(owner, kind))).toBe("/onboarding/resource");
    expect(locationOf(await saveNames(owner, NAMES[kind]))).toBe("/onboarding/schedule");
    const { known } = await shownOf(schedule, owner);
    const saved = await post(
      schedule,
      owner,
      "/onboarding/schedule",
      fieldsOf(known, { price: "12.50" }),
    );
    expect(locationOf(saved)).toBe("/onboarding/widget");
    const made = await makeTestBooking(owner);
    expect(made.status).toBe("confirmed");
    expect((await resourcesOf(owner)).map(({ id }) => id)).toContain(made.resource_id);
    expect((await serviceOf(owner)).resources).toHaveLength(NAMES[kind].split("\n").length);
  },
);

test("a class takes place at its start times alone, and twelve people fit in it", async () => {
  const owner = await makeTenant();
  await saveKind(owner, "classes");
  await saveNames(owner, "Vinyasa flow");
  const { known, resource: named } = await shownOf(schedule, owner);
  expect([named, known]).toMatchObject([
    "Vinyasa flow",
    { name: "Vinyasa flow", starts: "18:30", days: [1, 3] },
  ]);
  const send = (starts: string) =>
    post(schedule, owner, "/onboarding/schedule", fieldsOf(known, { starts }));
  const refused = refusalOf(await send("18:30, 19:00"));
  expect(refused.result.error).toEqual({
    starts: [expect.stringContaining("19:00 starts before 18:30 has ended.")],
  });
  expect(refused.result).toMatchObject({
    initialValue: { starts: "18:30, 19:00", name: "Vinyasa flow" },
  });
  await send("9:00, 18:30");
  const { id, rules } = await serviceOf(owner);
  expect(rules).toEqual([
    { days: [1, 3], start: "09:00", end: "10:00" },
    { days: [1, 3], start: "18:30", end: "19:30" },
  ]);
  const slots = await slotsOf(id);
  expect(new Set(slots.map(({ capacity }) => capacity))).toEqual(new Set([12]));
  expect(
    new Set(slots.map(({ starts_at, ends_at }) => ends_at.getTime() - starts_at.getTime())),
  ).toEqual(new Set([3_600_000]));
});

test("several people are made in one go, once however often they are sent", async () => {
  const owner = await makeTenant();
  await saveKind(owner, "people");
  await Promise.all([saveNames(owner, "Anna\nBert"), saveNames(owner, "Anna\nBert")]);
  const made = await resourcesOf(owner);
  expect(made).toMatchObject([{ name: "Anna" }, { name: "Bert" }]);
  await saveNames(owner, "Cleo\r\nAnna\r\nBert");
  const again = await resourcesOf(owner);
  expect(again.map(({ name }) => name)).toEqual(["Cleo", "Anna", "Bert"]);
  expect(again.slice(1).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
});

test("who is named later joins the service; another name renames, and who is named no more is deleted", async () => {
  const owner = await makeTenant();
  await saveKind(owner, "people");
  await saveNames(owner, "Anna\nBert");
  await post(
    schedule,
    owner,
    "/onboarding/schedule",
    fieldsOf((await shownOf(schedule, owner)).known),
  );
  const [anna, bert] = await resourcesOf(owner);
  await saveNames(owner, "Anna\nBert\nCleo");
  expect((await serviceOf(owner)).resources).toHaveLength(3);
  await saveNames(owner, "Anna\nBertus");
  expect(await resourcesOf(owner)).toMatchObject([
    { id: anna!.id },
    { id: bert!.id, name: "Bertus" },
  ]);
  const [time] = await slotsAfter(1, (await serviceOf(owner)).id, bert!.id);
  await book(owner, time!.id);
  const refused = refusalOf(await saveNames(owner, "Anna"));
  expect(Object.values(refused.result.error).flat()).toEqual([expect.stringContaining("booking")]);
  expect(refused.result).toMatchObject({ initialValue: { names: "Anna" } });
  expect(await resourcesOf(owner)).toHaveLength(2);
});

test("names that cannot be used come back with what is wrong, and nothing is made", async () => {
  const owner = await makeTenant();
  await saveKind(owner, "courts");
  const wrong = async (names: string) => refusalOf(await saveNames(owner, names)).result;
  expect(await wrong("Court 1\nCourt 1")).toMatchObject({
    initialValue: { names: "Court 1\nCourt 1" },
    error: { names: ["Court 1 appears twice. Give each its own name."] },
  });
  expect(await wrong("")).toMatchObject({ error: { names: [expect.any(String)] } });
  expect(await resourcesOf(owner)).toEqual([]);
});

test("the kind is asked for, kept, and another one brings what is usual there", async () => {
  const owner = await makeTenant();
  expect(refusalOf(await saveKind(owner, "")).result.error).toEqual({
    kind: ["Choose the kind of business."],
  });
  await saveKind(owner, "people");
  expect(await shownOf(resource, owner)).toMatchObject({
    kind: "people",
    known: { type: "person", capacity: 1 },
  });
  await saveNames(owner, "Anna");
  await saveKind(owner, "classes");
  expect((await shownOf(company, owner)).known).toMatchObject({ kind: "classes" });
  expect(await shownOf(resource, owner)).toMatchObject({
    kind: "classes",
    known: { type: "class", capacity: 12, names: "Anna" },
  });
});

test("a company that was never asked is of the kind that its resources say", async () => {
  const owner = await makeTenant();
  expect((await shownOf(company, owner)).known).toMatchObject({ kind: null });
  await makeResource(owner, { name: "Court 1", type: "court" });
  expect((await shownOf(company, owner)).known).toMatchObject({ kind: "courts" });
  expect(await shownOf(resource, owner)).toMatchObject({
    kind: "courts",
    known: { names: "Court 1" },
  });
});
