import { expect, test } from "vitest";
import { outcome } from "~/testing/booking-calls";
import { makeTenant, makeUser } from "~/testing/factory";
import { readPreferences } from "./preferences.server";
import { deleteView, renameView, saveView } from "./saved-views.server";

const view = (name: string, page = "bookings") => ({ page, name, query: "status=confirmed" });

test("views are ordered, uniquely named and per person", async () => {
  const owner = await makeTenant();
  const viewer = await makeUser(owner, "viewer");
  await saveView(viewer, view("Confirmed"));
  await saveView(viewer, view("Big parties"));
  expect(await outcome(saveView(viewer, view("CONFIRMED")))).toBe("validation_failed");
  await saveView(viewer, view("Confirmed", "customers"));
  await renameView(viewer, "bookings", "Confirmed", "confirmed");
  expect(await outcome(renameView(viewer, "bookings", "confirmed", "Big parties"))).toBe(
    "validation_failed",
  );
  expect(await outcome(renameView(viewer, "bookings", "Nothing", "Other"))).toBe("not_found");
  expect((await readPreferences(viewer)).views.map(({ page, name }) => [page, name])).toEqual([
    ["bookings", "confirmed"],
    ["bookings", "Big parties"],
    ["customers", "Confirmed"],
  ]);
  expect(await deleteView(viewer, "bookings", "confirmed")).toEqual(view("confirmed"));
  expect(await outcome(deleteView(viewer, "bookings", "confirmed"))).toBe("not_found");
  expect((await readPreferences(owner)).views).toEqual([]);
});

test("two concurrent windows lose no view", async () => {
  const owner = await makeTenant();
  await Promise.all(["One", "Two", "Three"].map((name) => saveView(owner, view(name))));
  expect((await readPreferences(owner)).views).toHaveLength(3);
});
