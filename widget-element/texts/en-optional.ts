import type { OptionalStrings } from "../strings";

export const enOptional: OptionalStrings = {
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
  pay_heading: "One step left",
  pay_text: "Your time is reserved. Pay now to make it final.",
  pay_until: "Reserved for you until {time}.",
  pay_back: "You have not paid yet. Your time is still reserved.",
  pay_checking: "We are checking your payment…",
  pay_slow: "Your payment is on its way to us. We e-mail you as soon as it arrives.",
  pay_failed: "The payment did not go through. No money was taken; please try again.",
  pay_expired: "The reservation has ended because it was not paid in time.",
  pay: "Pay now",
};
