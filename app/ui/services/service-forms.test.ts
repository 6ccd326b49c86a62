import { expect, test } from "vitest";
import { noticeOf } from "./service-forms";

test.each([
  [0, 0, "hours"],
  [90, 90, "minutes"],
  [120, 2, "hours"],
  [2880, 2, "days"],
  [1500, 25, "hours"],
])("a notice of %i minutes is written as %i %s", (all, notice, notice_unit) => {
  expect(noticeOf(all)).toEqual({ notice, notice_unit });
});
