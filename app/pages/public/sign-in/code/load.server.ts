import { safePath } from "~/http/page.server";
import type { PendingSignIn } from "~/http/sign-in-cookie.server";
import { clock } from "~/lib/clock";
import { env } from "~/lib/env.server";
import { fieldLimits } from "~/ui/form/field-limits";
import { Code } from "./code-form";

export type CodeView = ReturnType<typeof loadCode>;

/** Where the code was sent and when it can be resent. */
export function loadCode(pending: PendingSignIn) {
  return {
    limits: fieldLimits(Code),
    email: pending.email,
    /** Destination after sign-in. */
    to: safePath(pending.to),
    /** Epoch ms. */
    resend_at: pending.resend_at,
    resend_after_seconds: Math.max(0, Math.ceil((pending.resend_at - clock.now()) / 1000)),
    /** Outbox of the demo; null where email is really sent. */
    outbox_url: env.DEMO === "1" && env.SANDBOX_URL ? `${env.SANDBOX_URL}/outbox` : null,
  };
}
