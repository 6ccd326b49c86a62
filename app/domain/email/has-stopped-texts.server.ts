import { toE164 } from "~/contract/contact-details";
import { isSuppressed } from "./suppressions.sql.server";
import type { StaffActor } from "../identity/actor";

/** Whether the guest with this number has replied STOP to the company's texts. */
export async function hasStoppedTexts(actor: StaffActor, phone: string | null): Promise<boolean> {
  const number = phone === null ? null : toE164(phone);
  return number !== null && (await isSuppressed(actor.tenant.id, number));
}
