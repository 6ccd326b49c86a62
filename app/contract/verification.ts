import { z } from "zod";
import { Email, Id, Instant, Phone } from "./common";
import { key, operation } from "./operation";

const config_id = Id.optional().describe("the configuration shown; the key's own, or the default, when absent");
export const StartVerification = z.discriminatedUnion("channel", [
  z.strictObject({ channel: z.literal("email"), destination: Email, config_id }),
  z.strictObject({
    channel: z.literal("sms"),
    destination: Phone.describe("with its country: +31 6 12345678"),
    config_id,
  }),
]);
export type StartVerification = z.output<typeof StartVerification>;
/** A code is on its way; the answer is the same whether it is or not. */
export const VerificationStarted = z.object({
  verification_id: Id,
  expires_at: Instant,
  resend_after: Instant,
});
export type VerificationStarted = z.infer<typeof VerificationStarted>;
export const ConfirmVerification = z.strictObject({
  verification_id: Id,
  code: z.string().regex(/^\d{6}$/, { error: "The code is six digits." }),
});
export type ConfirmVerification = z.output<typeof ConfirmVerification>;
/** The token that proves an address in one booking, for 15 minutes. */
export const VerificationConfirmed = z.object({
  verification_token: z.string().describe("single use, for this address, tenant and key"),
  expires_at: Instant,
});
export type VerificationConfirmed = z.infer<typeof VerificationConfirmed>;

export const verification = {
  start: operation({
    method: "POST",
    path: "/api/widget/verify",
    caller: key("verification:write"),
    summary: "Send a guest a six-digit code by e-mail or SMS; ends the one before",
    body: StartVerification,
    returns: VerificationStarted,
    status: 202,
    idempotent: true,
    limit: "verify",
  }),
  confirm: operation({
    method: "POST",
    path: "/api/widget/verify/confirm",
    caller: key("verification:write"),
    summary: "Exchange the code for a token that a booking call takes",
    body: ConfirmVerification,
    returns: VerificationConfirmed,
    idempotent: true,
    limit: "verify_confirm",
    errors: ["verification_failed"],
  }),
};
