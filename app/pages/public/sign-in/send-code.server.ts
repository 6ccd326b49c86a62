import type { SendCode } from "~/contract/auth";
import { sendSignInCode } from "~/domain/sign-in/sign-in-codes.server";
import { AppError } from "~/lib/app-error";

/**
 * Seconds until another code may be requested. A recently sent code is still valid, so no new one
 * is sent.
 */
export async function sendOrKeep(
  input: SendCode,
  device: string | null,
  locale: string,
): Promise<number> {
  try {
    return (await sendSignInCode(input, device, locale)).resend_after_seconds;
  } catch (error) {
    const wait = error instanceof AppError ? error.extra.details?.resend_after_seconds : undefined;
    if (typeof wait !== "number") throw error;
    return wait;
  }
}
