import { z } from "zod";
import { Membership } from "./account";
import { Code, Email, Name, Role } from "./common";
import { anyAccount, anyone, operation } from "./operation";
import { tenantFields } from "./tenant";

export const SendCode = z
  .strictObject({ email: Email.describe("Email address to send the code to.") })
  .describe("Where to send the sign-in code.");
export type SendCode = z.output<typeof SendCode>;
export const CodeSent = z
  .object({
    expires_in_seconds: z.int().describe("Seconds until the code expires."),
    resend_after_seconds: z.int().describe("Seconds until another code can be requested."),
  })
  .describe("How long the code is valid.");
export type CodeSent = z.infer<typeof CodeSent>;
export const VerifyCode = z
  .strictObject({
    email: Email.describe("Email address the code was sent to."),
    code: Code.describe("Six digits; white space between them is ignored."),
  })
  .describe("The sign-in code as it was typed.");
export type VerifyCode = z.output<typeof VerifyCode>;
export const CodeVerified = z
  .object({
    account_id: z.string().describe("ID of the account."),
    email: z.string().describe("Email address of the account."),
    tenants: z
      .array(
        z.object({
          id: z.string().describe("ID of the tenant."),
          name: z.string().describe("Name of the tenant."),
          role: Role.describe("Role of the account in the tenant."),
        }),
      )
      .describe("Tenants of the account."),
  })
  .describe("The account now signed in.");
export type CodeVerified = z.infer<typeof CodeVerified>;

export const NewTenant = z
  .strictObject({
    name: tenantFields.name,
    slug: tenantFields.slug
      .optional()
      .describe("Name in the public URL, /book/<slug>; made from the name if omitted."),
    time_zone: tenantFields.time_zone,
    locale: tenantFields.locale
      .optional()
      .describe("Language of emails to guests; that of the time zone's country if omitted."),
    currency: tenantFields.currency,
    email: tenantFields.email
      .default(null)
      .describe(
        "Email address that guests see and reply to; null for none. The account's own address is never published.",
      ),
    phone: tenantFields.phone.default(null),
    website: tenantFields.website.default(null),
    owner_name: Name.optional().describe("Full name of the person signing up."),
  })
  .describe("A tenant to sign up.");
export type NewTenant = z.output<typeof NewTenant>;

export const auth = {
  sendCode: operation({
    method: "POST",
    path: "/api/auth/send-code",
    caller: anyone,
    summary: "Send a sign-in code by email; the response is the same for unknown addresses",
    body: SendCode,
    returns: CodeSent,
    status: 202,
    limit: "send_code",
    errors: ["csrf_failed", "rate_limited"],
  }),
  verifyCode: operation({
    method: "POST",
    path: "/api/auth/verify-code",
    caller: anyone,
    summary: "Verify the code and start a session (Set-Cookie)",
    body: VerifyCode,
    returns: CodeVerified,
    limit: "verify_code",
    errors: ["csrf_failed", "verification_failed"],
  }),
  createTenant: operation({
    method: "POST",
    path: "/api/auth/create-tenant",
    caller: anyAccount,
    summary: "Create a tenant owned by the signed-in account, and switch this session to it",
    body: NewTenant,
    returns: Membership,
    status: 201,
    limit: "create_tenant",
    errors: ["already_exists", "rate_limited"],
    idempotent: true,
    location: "/api/tenant",
  }),
};
