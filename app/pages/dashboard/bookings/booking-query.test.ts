import { expect, test } from "vitest";
import { readBookingQuery } from "./booking-query";
import { bookingsPath } from "~/ui/booking/booking-views";

const TODAY = "2026-11-20";
const NOW = new Date("2026-11-20T11:30:00Z");
const read = (search: string) =>
  readBookingQuery(new URLSearchParams(search), { now: NOW, today: TODAY });

test.each([
  ["", { from: NOW, to: undefined, sort: "starts_at" }],
  ["view=today", { from: TODAY, to: TODAY, sort: "starts_at" }],
  ["view=newest", { from: undefined, to: undefined, sort: "-created_at" }],
  ["view=all", { from: undefined, to: undefined, sort: "-starts_at" }],
  ["view=never", { from: NOW, to: undefined, sort: "starts_at" }],
  ["from=2026-01-01", { from: "2026-01-01", to: undefined, sort: "starts_at" }],
  ["to=2026-12-24", { from: TODAY, to: "2026-12-24", sort: "starts_at" }],
  ["to=2026-01-01", { from: undefined, to: "2026-01-01", sort: "starts_at" }],
  ["view=today&to=2026-12-24", { from: undefined, to: "2026-12-24", sort: "starts_at" }],
  ["view=pending", { from: TODAY, to: undefined, sort: "starts_at" }],
  ["sort=-updated_at", { from: NOW, to: undefined, sort: "-updated_at" }],
])(
  "the address ?%s shows the days and the order that it and its view name",
  (search, { from, to, sort }) => {
    const { filter, problems } = read(search);
    expect({ from: filter.from, to: filter.to, sort: filter.sort }).toEqual({ from, to, sort });
    expect(problems).toEqual([]);
  },
);

test("fields that were left empty are no filters", () => {
  const { given, problems } = read("search=&status=&resource_id=&from=&to=");
  expect(given).toEqual({});
  expect(problems).toEqual([]);
});

test("a filter that cannot be used is left out and said, and the others stay", () => {
  const { filter, given, problems } = read(
    "from=banana&status=zz,paid&limit=9999&search=anna&source=widget",
  );
  expect(given).toEqual({ search: "anna", source: "widget" });
  expect(filter).toMatchObject({ search: "anna", source: ["widget"], limit: 25 });
  expect(problems).toEqual(["Ignored filters: limit, status, first day."]);
});

test("one letter is too little to search for", () => {
  expect(read("search=a").problems).toEqual(["Use at least 2 characters."]);
});

test("a search that is refused stays in its field, to be completed, and is no filter", () => {
  const { filter, given, typed_search } = read("search=a");
  expect({ typed_search, given, search: filter.search }).toEqual({
    typed_search: "a",
    given: {},
    search: undefined,
  });
  expect(read("search=anna").typed_search).toBe("anna");
});

test("upcoming leaves out what was cancelled, refunded or has expired, unless that is asked for", () => {
  const takesPlace = ["pending", "confirmed", "paid", "completed", "no_show"];
  expect(read("").filter.status).toEqual(takesPlace);
  expect(read("search=anna").filter.status).toEqual(takesPlace);
  expect(read("status=cancelled").filter.status).toEqual(["cancelled"]);
  for (const view of ["today", "newest", "all"])
    expect(read(`view=${view}`).filter.status).toBeUndefined();
});

test("what is unpaid is asked for by payment, of guests who are expected or came, unless that is asked for", () => {
  const { filter } = read("view=unpaid");
  expect([filter.payment_status, filter.from]).toEqual([["open", "failed"], TODAY]);
  expect(filter.status).toEqual(["pending", "confirmed", "paid", "completed"]);
  expect(read("view=unpaid&payment_status=failed").filter.payment_status).toEqual(["failed"]);
  expect(read("view=pending").filter.status).toEqual(["pending"]);
});

test("days in the wrong order are left out", () => {
  const { given, problems } = read("from=2026-12-02&to=2026-12-01");
  expect(given).toEqual({});
  expect(problems).toHaveLength(1);
});

test("a repeated filter is one list", () => {
  expect(read("status=paid&status=pending").filter.status).toEqual(["paid", "pending"]);
});

test("links carry the filters on, the place in the list only when it is asked for, and the first view in silence", () => {
  const query = read("status=paid&cursor=abc&view=all");
  expect(bookingsPath(query)).toBe("/dashboard/bookings?view=all&status=paid");
  expect(bookingsPath(query, { cursor: "def" })).toBe(
    "/dashboard/bookings?view=all&cursor=def&status=paid",
  );
  expect(bookingsPath(query, { status: null })).toBe("/dashboard/bookings?view=all");
  expect(bookingsPath({ view: "upcoming", given: {} })).toBe("/dashboard/bookings");
});
