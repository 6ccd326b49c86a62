import { toE164 } from "~/contract/contact-details";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import type { KeyActor } from "../identity/actor";
import { proofRequired } from "../identity/proof-required";
import { spendToken } from "./verification-codes.sql.server";
import { allowsChannel, type VerificationMode } from "./verification-mode";

/**
 * Consumes a guest's token inside the booking's transaction: it must be this key's, valid, unused,
 * and verify the booked address or number over a channel the widget requires. If the booking is
 * rolled back, it can be used again. A no-op when the widget requires no verification. Throws
 * verification_required (no token), verification_failed (any other reason, with the same message).
 */
export async function useVerificationToken(
  db: Sql,
  actor: KeyActor,
  mode: VerificationMode,
  given: { verification_token: string | undefined; email: string; phone: string | null },
): Promise<void> {
  if (mode === "off") return;
  if (given.verification_token === undefined)
    throw proofRequired((["email", "sms"] as const).filter((one) => allowsChannel(mode, one)));
  const email = allowsChannel(mode, "email") ? given.email : null;
  const phone = allowsChannel(mode, "sms") && given.phone !== null ? toE164(given.phone) : null;
  if (!(await spendToken(db, actor, given.verification_token, { email, phone })))
    throw new AppError(
      "verification_failed",
      "Your confirmation has expired. Confirm your address again.",
    );
}
