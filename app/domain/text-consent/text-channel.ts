import type { TextChannel } from "~/contract/fields";
import type { Policy } from "../identity/policy";

/** How reminders of a service's bookings are sent to a phone; null: not at all. */
export function textChannelOf(
  policy: Pick<Policy, "text_reminders" | "text_channel">,
  schedule: { text_reminders?: "company" | "on" | "off" } | null,
): TextChannel | null {
  const choice = schedule?.text_reminders ?? "company";
  const isOn = choice === "company" ? policy.text_reminders : choice === "on";
  return isOn ? policy.text_channel : null;
}

/** The channel's name, the same in every language. */
export const CHANNEL_NAMES: Record<TextChannel, string> = { sms: "SMS", whatsapp: "WhatsApp" };
