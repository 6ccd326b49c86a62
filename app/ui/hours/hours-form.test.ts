import { expect, test } from "vitest";
import { askMidnight } from "./hours-form";
import { readHours } from "./hours-text";

test("hours over midnight are asked about, those to the end of the day are not", () => {
  expect(askMidnight(readHours("09:00-12:00, 18:00-09:00")!)).toContain(
    "18:00 to 09:00 goes past midnight",
  );
  expect(askMidnight(readHours("18:00-24:00")!)).toBeNull();
});
