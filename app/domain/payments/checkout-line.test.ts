import { expect, test } from "vitest";
import { checkoutLine } from "./checkout-line";

const booking = {
  service: "Haircut",
  resource: "Anna",
  company: "Studio Linden",
  starts_at: new Date("2027-05-03T08:00:00Z"),
  ends_at: new Date("2027-05-03T08:30:00Z"),
  zones: { lead: "Europe/Amsterdam", other: null },
  locale: "en-GB",
  reference: "AB12CD34",
};

test("contains service, resource, company and local time", () => {
  expect(checkoutLine(booking)).toBe(
    "Haircut, Anna, Studio Linden, Monday, 3 May 2027, 10:00–10:30, AB12CD34",
  );
  expect(
    checkoutLine({ ...booking, service: null, resource: "Studio Linden", locale: "nl" }),
  ).toMatch(/^Studio Linden, maandag 3 mei 2027, 10:00.10:30, AB12CD34$/);
});

test("keeps time and reference with the longest names", () => {
  const long = "Ω".repeat(200);
  const line = checkoutLine({
    ...booking,
    service: long,
    resource: `${long}1`,
    company: `${long}2`,
  });
  expect(line.length).toBeLessThanOrEqual(250);
  expect(line).toMatch(/…, Monday, 3 May 2027, 10:00–10:30, AB12CD34$/);
});
