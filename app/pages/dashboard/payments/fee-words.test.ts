import { expect, test } from "vitest";
import { FeeCode } from "~/contract/payment-connection";
import { accountProblems, feeWords } from "./fee-words";

test.each(FeeCode.options)("%s is told as what is so and what to do", (code) => {
  expect(feeWords[code].text).toMatch(/^[A-Z].*\. [A-Z].*\.$/);
});

test("a problem is said once, and none is lost", () => {
  const { text } = feeWords.profile_required;
  expect(accountProblems(["fee_not_configured", "profile_required"], ["Choose how guests pay."])).toMatchObject([
    { text: feeWords.fee_not_configured.text },
    { text },
  ]);
  expect(accountProblems(["fee_not_configured"], ["It does not answer."])).toMatchObject([
    { text: "It does not answer.", tone: "bad" },
    { text: feeWords.fee_not_configured.text, tone: "info" },
  ]);
  expect(accountProblems([], [])).toEqual([]);
});
