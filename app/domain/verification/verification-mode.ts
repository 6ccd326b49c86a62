import type { WidgetSettings } from "~/contract/widget-configs";

/** What a widget's configuration asks of a guest. */
export type VerificationMode = WidgetSettings["verification"];

export function allowsChannel(mode: VerificationMode, channel: "email" | "sms"): boolean {
  return mode === "either" || mode === channel;
}
