import { expect, test } from "vitest";
import { localShift } from "./local-shift";

const ZONE = "Europe/Amsterdam"; // clocks change on 28 March and 31 October 2027
const at = (text: string) => new Date(text);

test.each([
  ["over the change in spring", "2027-03-22T08:00:00Z", "2027-03-23T08:00:00Z"],
  ["after it", "2027-03-29T07:00:00Z", "2027-03-30T07:00:00Z"],
  ["after the one in autumn", "2027-11-01T08:00:00Z", "2027-11-02T08:00:00Z"],
])("a day later keeps the local time: %s", (_, start, expected) => {
  const shift = localShift(at("2027-03-15T08:00:00Z"), at("2027-03-16T08:00:00Z"), ZONE);
  expect(shift.is_later).toBe(true);
  expect(shift.apply(at(start))).toEqual(at(expected));
});

test("a shift over a change of clocks is one of local time", () => {
  // From Saturday 9:00 to Sunday 10:00, 24 hours later.
  const shift = localShift(at("2027-03-27T08:00:00Z"), at("2027-03-28T08:00:00Z"), ZONE);
  expect(shift.apply(at("2027-05-01T07:00:00Z"))).toEqual(at("2027-05-02T08:00:00Z"));
});

test("a local time that doesn't exist moves forward by the gap", () => {
  const shift = localShift(at("2027-03-20T08:00:00Z"), at("2027-03-20T01:30:00Z"), ZONE);
  expect(shift.is_later).toBe(false);
  expect(shift.apply(at("2027-03-28T07:00:00Z"))).toEqual(at("2027-03-28T01:30:00Z"));
});

test("without a shift, a time that occurs twice stays the one that it is", () => {
  const same = at("2027-10-01T07:00:00Z");
  const second = at("2027-10-31T01:30:00Z");
  expect(localShift(same, same, ZONE).apply(second)).toEqual(second);
});
