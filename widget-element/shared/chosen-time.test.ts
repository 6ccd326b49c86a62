import { expect, it } from "vitest";
import { whenOf } from "../../app/domain/bookings/read/booking-time";
import { LOCALES } from "../../app/i18n/locales";
import { clockRange } from "./chosen-time";
import { dateInZone, dateWords } from "./format";

const SPANS = [
  ["2027-01-04T09:00:00Z", "2027-01-04T10:30:00Z"],
  ["2027-07-04T10:00:00Z", "2027-07-04T13:00:00Z"],
] as const;
const cases = [...LOCALES, "en-US", "en-GB"].flatMap((locale) =>
  ["Europe/Amsterdam", "America/Los_Angeles", "Asia/Kolkata"].flatMap((zone) =>
    SPANS.map(([from, to]) => ({ locale, zone, from, to })),
  ),
);

it.each(cases)("$from in $zone reads in $locale as in emails", ({ locale, zone, from, to }) => {
  const date = dateWords(dateInZone(from, zone), "full", locale);
  const comma = locale === "ar" ? "،" : ",";
  const words = `${date}${comma} ${clockRange(from, to, locale, zone)}`;
  expect(words).toBe(whenOf(new Date(from), new Date(to), { locale, time_zone: zone }));
});

it("gives both ends in full where clocks go back", () => {
  const read = (from: string, to: string) => clockRange(from, to, "en-GB", "Europe/Amsterdam");
  expect(read("2027-10-31T00:00:00Z", "2027-10-31T01:00:00Z")).toBe("02:00 GMT+2 – 02:00 GMT+1");
});
