import type { WidgetSettings } from "~/contract/widget-configs";

/** The verification that a widget's configuration requires. */
export type VerificationMode = WidgetSettings["verification"];

export function allowsChannel(mode: VerificationMode, channel: "email" | "sms"): boolean {
  return mode === "either" || mode === channel;
}
