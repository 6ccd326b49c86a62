import { expect, test } from "vitest";
import { PreferencesPatch } from "~/contract/users";
import { outcome } from "~/testing/booking-calls";
import { makeTenant, makeUser, signIn } from "~/testing/factory";
import { call, json } from "~/testing/request";
import { changePreferences, readPreferences } from "./preferences.server";

const empty = { views: [], columns: {}, calendar: {}, shortcuts: true, language: null };
const view = { page: "bookings", name: "Today's", query: "status=confirmed" };

test("preferences are per person, and a sent field is replaced", async () => {
  const owner = await makeTenant();
  const viewer = await makeUser(owner, "viewer");
  const cookie = await signIn(viewer);
  const send = (body?: unknown) =>
    call("/api/users/me/preferences", {
      cookie,
      ...(body !== undefined && { method: "PATCH", body }),
    });
  expect(await json(await send())).toEqual(empty);
  expect(await json(await send({ views: [view], shortcuts: false }))).toEqual({
    ...empty,
    views: [view],
    shortcuts: false,
  });
  const columns = { bookings: ["starts_at", "name"] };
  const calendar = { view: "week" };
  expect(await json(await send({ columns, calendar }))).toEqual({
    views: [view],
    columns,
    calendar,
    shortcuts: false,
    language: null,
  });
  expect(await readPreferences(owner)).toEqual(empty);
});

test("unknown or oversized preferences are refused", async () => {
  const owner = await makeTenant();
  const cookie = await signIn(owner);
  const refused = async (body: unknown) =>
    (await call("/api/users/me/preferences", { cookie, method: "PATCH", body })).status;
  expect(await refused({ theme: "dark" })).toBe(422);
  const large = (n: number) =>
    Array.from({ length: n }, () => ({ ...view, query: "q".repeat(990) }));
  expect(await refused({ views: large(17) })).toBe(422);
  await changePreferences(owner, PreferencesPatch.parse({ views: large(15) }));
  const wide = Object.fromEntries(
    Array.from({ length: 4 }, (_, n) => [`list ${n}`, Array<string>(40).fill("a column")]),
  );
  expect(await outcome(changePreferences(owner, PreferencesPatch.parse({ columns: wide })))).toBe(
    "validation_failed",
  );
  expect((await readPreferences(owner)).columns).toEqual({});
});
