import { expect, test } from "vitest";
import { deskPath, deskSearch } from "./desk-state";

test("the address keeps what is not changed", () => {
  expect(deskSearch("?q=an&pick=1&to=%2Fdashboard", { customer: "7" })).toBe("q=an&customer=7");
  expect(deskPath(deskSearch("?q=an", { day: "2026-11-20" }))).toBe("/dashboard/bookings/new?q=an&day=2026-11-20");
  expect(deskPath(deskSearch("?q=an", { q: null }))).toBe("/dashboard/bookings/new");
});
