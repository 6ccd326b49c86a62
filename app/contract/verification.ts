import { z } from "zod";
import { Code, Email, Id, Instant, Phone } from "./common";
import { ConfigId } from "./fields";
import { key, operation } from "./operation";

const config_id = ConfigId;
export const StartVerification = z
  .discriminatedUnion("channel", [
    z.strictObject({
      channel: z.literal("email").describe("Sends the code by email."),
      destination: Email.describe("Email address of the guest."),
      config_id,
    }),
    z.strictObject({
      channel: z.literal("sms").describe("Sends the code by SMS."),
      destination: Phone.describe("Phone number with its country code, e.g. +31 6 12345678."),
      config_id,
    }),
  ])
  .describe("Where to send the guest's code.");
export type StartVerification = z.output<typeof StartVerification>;
/** The response is the same whether or not a code was sent. */
export const VerificationStarted = z
  .object({
    verification_id: Id.describe("ID of the verification, to confirm the code with."),
    expires_at: Instant.describe("When the code expires, in UTC."),
    resend_after: Instant.describe("When another code can be requested, in UTC."),
  })
  .describe("A code on its way to the guest.");
export type VerificationStarted = z.infer<typeof VerificationStarted>;
export const ConfirmVerification = z
  .strictObject({
    verification_id: Id.describe("ID of the verification, from the response that started it."),
    code: Code.describe("Six digits."),
  })
  .describe("The code as the guest typed it.");
export type ConfirmVerification = z.output<typeof ConfirmVerification>;
/** A token that proves an email address for one booking, valid for 15 minutes. */
export const VerificationConfirmed = z
  .object({
    verification_token: z.string().describe("Single-use token, for this address, tenant and key."),
    expires_at: Instant.describe("When the token expires, in UTC."),
  })
  .describe("Proof of the guest's address for one booking.");
export type VerificationConfirmed = z.infer<typeof VerificationConfirmed>;

export const verification = {
  start: operation({
    method: "POST",
    path: "/api/widget/verify",
    caller: key("verification:write", { test_key: "test_data" }),
    summary: "Send a guest a six-digit code by email or SMS; invalidates the previous one",
    body: StartVerification,
    returns: VerificationStarted,
    status: 202,
    idempotent: true,
    limit: "verify",
  }),
  confirm: operation({
    method: "POST",
    path: "/api/widget/verify/confirm",
    caller: key("verification:write", { test_key: "test_data" }),
    summary: "Exchange the code for a token to book with",
    body: ConfirmVerification,
    returns: VerificationConfirmed,
    idempotent: true,
    limit: "verify_confirm",
    errors: ["verification_failed"],
  }),
};
