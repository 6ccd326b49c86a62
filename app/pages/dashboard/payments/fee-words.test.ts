import { expect, test } from "vitest";
import { FeeCode } from "~/contract/payment-connection";
import { accountProblems, feeWords } from "./fee-words";

const CODES = FeeCode.options.filter((code) => code !== "fee_not_configured");

test.each(CODES)("%s is told as what is so and what to do", (code) => {
  expect(feeWords[code].text).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
});

test("a problem is said once, and none is lost", () => {
  const { fee_too_high, profile_required } = feeWords;
  expect(
    accountProblems(["fee_too_high", "profile_required"], ["Choose how guests pay."]),
  ).toMatchObject([{ text: fee_too_high.text }, { text: profile_required.text }]);
  expect(accountProblems(["fee_too_high"], ["It does not answer."])).toMatchObject([
    { text: "It does not answer.", tone: "bad" },
    { text: fee_too_high.text, tone: "info" },
  ]);
  expect(accountProblems(["fee_not_configured"], [])).toEqual([]);
  expect(accountProblems([], [])).toEqual([]);
});
