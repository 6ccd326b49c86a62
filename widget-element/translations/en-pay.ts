import type { PayStrings } from "./strings";

export const enPay: PayStrings = {
  pay_heading: "One step left",
  pay_text: "Your time is reserved. Pay now to make it final.",
  pay_until: "Reserved for you until {time}.",
  pay_back: "You have not paid yet. Your time is still reserved.",
  pay_checking: "We are checking your payment…",
  pay_slow: "Your payment is on its way to us. We e-mail you as soon as it arrives.",
  pay_failed: "The payment did not go through. No money was taken; please try again.",
  pay_expired: "The reservation has ended because it was not paid in time.",
  pay_cancelled: "This booking has been cancelled.",
  pay_refund: "What you paid goes back to you: {amount}.",
  pay_heading_other: "Your booking",
  pay: "Pay now",
};
