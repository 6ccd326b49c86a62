import { toE164 } from "~/contract/contact-details";
import { AppError } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";
import type { KeyActor } from "../identity/actor";
import { proofRequired } from "../identity/proof-required";
import { spendToken } from "./verification-codes.sql.server";
import { allowsChannel, type VerificationMode } from "./verification-mode";

/**
 * Spends a guest's token inside the booking's transaction: it must be this key's, alive, unused, and prove the very address or number
 * that is booked for, over a channel the widget asks for. Rolled back with the booking, it can be used again. Does nothing when the
 * widget asks for no verification. Throws verification_required (no token), verification_failed (any other reason, with the same message).
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
