import type { TemplateKey } from "~/contract/email";

/** What a mail is for: without it the guest cannot do what the mail asks of them, or change what it tells of. */
const NEEDED: Record<TemplateKey, readonly string[]> = {
  booking_created: ["links.manage"],
  booking_confirmed: ["links.manage"],
  booking_paid: ["links.manage"],
  booking_rescheduled: ["links.manage"],
  booking_reminder: ["links.manage"],
  booking_cancelled: [],
  booking_refunded: [],
  payment_request: ["links.pay"],
  verification_code: ["code.value"],
  user_invite: ["links.accept"],
};

/** The variables that a text should print and does not. It is sent all the same. */
export function missingVariables(key: TemplateKey, body: string): string[] {
  return NEEDED[key].filter((variable) => {
    const [group = "", name = ""] = variable.split(".");
    return !new RegExp(`\\{\\{-?\\s*${group}\\s*(?:\\.\\s*${name}\\b|\\[\\s*["']${name}["']\\s*\\])`).test(body);
  });
}
