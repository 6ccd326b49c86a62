import { z } from "zod";
import { Membership } from "./account";
import { bounded, Email, Role, text } from "./common";
import { anyAccount, anyone, operation } from "./operation";
import { tenantFields } from "./tenant";

export const SendCode = z.strictObject({ email: Email });
export type SendCode = z.output<typeof SendCode>;
/** How long a code works and when another may be asked for, in seconds. */
export const CodeSent = z.object({ expires_in_seconds: z.int(), resend_after_seconds: z.int() });
export type CodeSent = z.infer<typeof CodeSent>;
export const VerifyCode = z.strictObject({
  email: Email,
  code: bounded(20)
    .transform((value) => value.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, { error: "The code is six digits." }))
    .describe("six digits; white space between them is ignored"),
});
export type VerifyCode = z.output<typeof VerifyCode>;
export const CodeVerified = z.object({
  account_id: z.string(),
  email: z.string(),
  tenants: z.array(z.object({ id: z.string(), name: z.string(), role: Role })),
});
export type CodeVerified = z.infer<typeof CodeVerified>;

export const NewTenant = z.strictObject({
  name: tenantFields.name,
  slug: tenantFields.slug.optional().describe("made from the name, when absent"),
  time_zone: tenantFields.time_zone,
  locale: tenantFields.locale.default("en"),
  currency: tenantFields.currency,
  email: tenantFields.email.default(null).describe("where guests reach the company; the account's own, when null"),
  phone: tenantFields.phone.default(null),
  website: tenantFields.website.default(null),
  owner_name: text(120, 1).optional().describe("the name of the person who signs up"),
});
export type NewTenant = z.output<typeof NewTenant>;

export const auth = {
  sendCode: operation({
    method: "POST",
    path: "/api/auth/send-code",
    caller: anyone,
    summary: "Send a sign-in code by e-mail; the answer is the same for known and unknown addresses",
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
    summary: "Create a tenant owned by the signed-in account, which then works for it in this session",
    body: NewTenant,
    returns: Membership,
    status: 201,
    limit: "create_tenant",
    errors: ["already_exists", "rate_limited"],
    idempotent: true,
    location: "/api/tenant",
  }),
};
