import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { CODE_MINUTES } from "~/domain/sign-in/sign-in-codes.server";
import { isHttps } from "~/lib/env.server";

/**
 * The browser's state between "send me a code" and the code: a phone may drop the page while its
 * owner reads the mail.
 */
const Pending = z.object({
  email: z.string(),
  /** When a new code can be requested, epoch ms. */
  resend_at: z.number(),
  /** Redirect target after sign-in. */
  to: z.string(),
});
export type PendingSignIn = z.infer<typeof Pending>;

// Not signed: it grants nothing, only the code does.
const cookie = createCookie("sign-in", {
  path: "/sign-in",
  httpOnly: true,
  sameSite: "lax",
  secure: isHttps,
  maxAge: CODE_MINUTES * 60,
});

export async function readPendingSignIn(request: Request): Promise<PendingSignIn | null> {
  const pending = Pending.safeParse(await cookie.parse(request.headers.get("Cookie")));
  return pending.success ? pending.data : null;
}

export function pendingSignInCookie(pending: PendingSignIn): Promise<string> {
  return cookie.serialize(pending);
}

export function endedSignInCookie(): Promise<string> {
  return cookie.serialize("", { maxAge: 0 });
}
