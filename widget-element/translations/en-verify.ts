import type { VerifyStrings } from "./strings";

export const enVerify: VerifyStrings = {
  error_code: "Please enter the six digits of the code.",
  verify_heading: "Check your messages",
  verify_text: "We sent a code of six digits to {destination}. Enter it here to finish.",
  code: "Code",
  code_hint: "Six digits",
  code_sent: "We sent a new code.",
  code_submit: "Confirm",
  code_again: "Send a new code",
  code_again_wait: { one: "New code in {count} second", other: "New code in {count} seconds" },
  code_wrong: "This code is not right. Please check it, or ask for a new one.",
  code_other: "Use another address",
};
