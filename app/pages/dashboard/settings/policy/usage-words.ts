import type { TextUsage } from "~/domain/email/text-usage.sql.server";
import type { Policy } from "~/domain/identity/policy";
import { t } from "~/i18n/text";

interface TextSettings {
  TEXT_REMINDERS_MONTHLY_CAP: number;
  /** "0.08 EUR"; undefined: not set by the operator. */
  SMS_PRICE?: string | undefined;
}

/** A month's text reminders, and what they cost: as the provider reports it, the rest estimated. */
export function usageWords(
  { sent, parts, reported, unpriced_parts }: TextUsage,
  { text_monthly_budget }: Pick<Policy, "text_monthly_budget">,
  { TEXT_REMINDERS_MONTHLY_CAP, SMS_PRICE }: TextSettings,
  locale: string,
): { sent: string; costs: string[] } {
  const budget = Math.min(text_monthly_budget, TEXT_REMINDERS_MONTHLY_CAP);
  const money = (amount: number, currency: string) =>
    new Intl.NumberFormat(locale, {
      style: "currency",
      currency,
      maximumFractionDigits: 4,
    }).format(amount);
  const costs = reported.map(({ amount, currency }) =>
    t("{{amount}} at the provider’s prices", { amount: money(Number(amount), currency) }),
  );
  const [price = "", currency = ""] = (SMS_PRICE ?? "").split(" ");
  if (unpriced_parts > 0 && price !== "")
    costs.push(
      t("About {{amount}}: {{parts}} × {{price}}, not yet reported by the provider", {
        amount: money(unpriced_parts * Number(price), currency),
        parts: unpriced_parts,
        price: money(Number(price), currency),
      }),
    );
  else if (unpriced_parts > 0)
    costs.push(t("{{parts}} SMS without a known price", { parts: unpriced_parts }));
  return {
    sent: t("This month: {{sent}} of {{budget}} messages, {{parts}} SMS billed", {
      sent,
      budget,
      parts,
    }),
    costs,
  };
}
