import { expect, test } from "vitest";
import { closesForm } from "./unsaved";

const at = (path: string) => new URL(path, "http://bookings.example");
const page = [{ in_drawer: false }];
const drawer = [{ in_drawer: true }];

test.each([
  ["another page", "/dashboard/customers/1", "/dashboard", page, true],
  [
    "a drawer over the page",
    "/dashboard/customers/1",
    "/dashboard/customers/1?booking=7",
    page,
    false,
  ],
  [
    "another part of the page",
    "/dashboard/bookings/1?show=edit",
    "/dashboard/bookings/1",
    page,
    true,
  ],
  [
    "another filter of the list below",
    "/dashboard/bookings?booking=7",
    "/dashboard/bookings?booking=7&status=paid",
    drawer,
    false,
  ],
  ["the drawer that closes", "/dashboard?booking=7", "/dashboard", drawer, true],
  ["another drawer", "/dashboard?slot=7", "/dashboard?booking=7", drawer, true],
  ["the next step of a new booking", "/dashboard?new=", "/dashboard?new=q%3Dann", drawer, false],
  ["nothing typed", "/dashboard/customers/1", "/dashboard", [], false],
])("%s: %s to %s", (_what, from, to, forms, closes) => {
  expect(closesForm(at(from), at(to), forms)).toBe(closes);
});
