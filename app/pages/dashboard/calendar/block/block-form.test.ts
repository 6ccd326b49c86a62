import { expect, test } from "vitest";
import { formOf, instantsOf } from "./block-form";

const zone = "Europe/Amsterdam";
const at = (text: string) => new Date(text);

test("times are those of the company's clock", () => {
  const form = { day: "2027-01-04", from: "12:00", until_day: "2027-01-04", until: "13:30" };
  expect(instantsOf(form, zone)).toEqual({
    starts_at: at("2027-01-04T11:00:00Z"),
    ends_at: at("2027-01-04T12:30:00Z"),
  });
});

test("in the hour that comes twice, a time that nobody changed keeps its meaning", () => {
  // The clock goes back at 03:00: 02:30 is 00:30 and 01:30 in UTC.
  const [starts, ends] = [at("2027-10-31T01:30:00Z"), at("2027-10-31T03:00:00Z")];
  const shown = formOf(starts.getTime(), ends.getTime(), zone);
  expect(shown).toMatchObject({
    day: "2027-10-31",
    from: "02:30",
    until_day: "2027-10-31",
    until: "04:00",
  });
  const sent = { ...shown, starts_at: starts, ends_at: ends };
  expect(instantsOf(sent, zone)).toEqual({ starts_at: starts, ends_at: ends });
  expect(instantsOf({ ...sent, until: "05:00" }, zone)).toEqual({
    starts_at: starts,
    ends_at: at("2027-10-31T04:00:00Z"),
  });
});
