import { AppError } from "~/lib/app-error";

/** The address must be verified first, over one of these channels. */
export function proofRequired(channels: ("email" | "sms")[]): AppError {
  const contact = channels.includes("sms") ? "email address or phone number" : "email address";
  return new AppError("verification_required", `Confirm your ${contact} first.`, {
    details: { channels },
  });
}
