import { expect, test } from "vitest";
import { deskPath, deskSearch, guestFromTyped } from "./desk-state";

test.each([
  ["Anna de Vries", { name: "Anna de Vries", email: "", phone: "" }],
  ["anna@example.com", { name: "", email: "anna@example.com", phone: "" }],
  ["06 1234 5678", { name: "", email: "", phone: "06 1234 5678" }],
  ["+31612345678", { name: "", email: "", phone: "+31612345678" }],
])("%s typed for a new guest goes to its field", (typed, guest) => expect(guestFromTyped(typed)).toEqual(guest));

test("the address keeps what is not changed", () => {
  expect(deskSearch("?q=an&pick=1&to=%2Fdashboard", { customer: "7" })).toBe("q=an&customer=7");
  expect(deskPath(deskSearch("?q=an", { day: "2026-11-20" }))).toBe("/dashboard/bookings/new?q=an&day=2026-11-20");
  expect(deskPath(deskSearch("?q=an", { q: null }))).toBe("/dashboard/bookings/new");
});
