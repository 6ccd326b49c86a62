import { expect, test } from "vitest";
import { urlFieldsOf, deskPath, deskSearch } from "./desk-state";

test("the address keeps what is not changed", () => {
  expect(deskSearch("?q=an&pick=1&to=%2Fdashboard", { customer: "7" })).toBe("q=an&customer=7");
  expect(deskPath(deskSearch("?q=an", { day: "2026-11-20" }))).toBe(
    "/dashboard/bookings/new?q=an&day=2026-11-20",
  );
  expect(deskPath(deskSearch("?q=an", { q: null }))).toBe("/dashboard/bookings/new");
});

test("of the form the address keeps what was chosen; of a known guest no contact, and no key", () => {
  const fields: [string, string][] = [
    ["key", "1"],
    ["service", ""],
    ["time", "now"],
    ["name", "Anouk"],
    ["notes", ""],
  ];
  expect(urlFieldsOf(fields).toString()).toBe("time=now&name=Anouk");
  expect(urlFieldsOf([...fields, ["q", "an"], ["customer", "7"]]).toString()).toBe(
    "time=now&customer=7",
  );
});
