import { expect, test } from "vitest";
import { readHours } from "./hours-text";
import { askMidnight, noticeOf } from "./service-forms";

test("hours over midnight are asked about, those to the end of the day are not", () => {
  expect(askMidnight(readHours("09:00-12:00, 18:00-09:00")!)).toContain("18:00 to 09:00 goes past midnight");
  expect(askMidnight(readHours("18:00-24:00")!)).toBeNull();
});

test.each([
  [0, 0, "hours"],
  [90, 90, "minutes"],
  [120, 2, "hours"],
  [2880, 2, "days"],
  [1500, 25, "hours"],
])("a notice of %i minutes is written as %i %s", (all, notice, notice_unit) => {
  expect(noticeOf(all)).toEqual({ notice, notice_unit });
});
