import type { OverrideReason } from "~/domain/bookings/place/requested-slot";
import { msg, t } from "~/i18n/text";
import type { AppError } from "~/lib/app-error";
import { formatMoney } from "~/lib/money";

const REASONS: Record<OverrideReason, string> = {
  past: msg("That time has passed."),
  too_far: msg("Further ahead than guests can book."),
  other_resource: msg("This service isn’t offered there."),
  closed_day: msg("Closed that day."),
  outside_hours: msg("Outside opening hours."),
  not_offered: msg("No time of this service starts then."),
  course_only: msg("Guests book this class as a whole course."),
};

/**
 * Why a time was rejected that an owner or admin may override; null if an override doesn't help.
 */
export function overrideReason(error: AppError): OverrideReason | null {
  // set by checkTime
  const reasons = error.extra.details?.needs_override as OverrideReason[] | undefined;
  return reasons?.[0] ?? null;
}

/** Describes the rejection; with `question` for people who may override it. */
export function overrideWords(reason: OverrideReason, question: string | null): string {
  return question === null ? t(REASONS[reason]) : `${t(REASONS[reason])} ${question}`;
}

/** Translated with t(). */
const PRICE_QUESTIONS = {
  move: msg("The price changes from {{before}} to {{price}}. Move anyway?"),
  edit: msg("The price is now {{price}} instead of {{before}}. Save again at the new price?"),
  pay_link: msg(
    "The amount due is now {{price}} instead of {{before}}. Check it, then send the link.",
  ),
};

/** Turns a price-changed error into a question with the new amount; null for other errors. */
export function changedPrice(
  intent: keyof typeof PRICE_QUESTIONS,
  { code, extra }: AppError,
  locale: string,
): { message: string; amount: number } | null {
  if (code !== "price_changed") return null;
  const details = extra.details as {
    expected_amount: number;
    amount: number;
    currency: string | null;
  }; // set by checkExpected
  const words = (amount: number) => formatMoney(amount, details.currency ?? "EUR", locale);
  const { amount, expected_amount } = details;
  const message = t(PRICE_QUESTIONS[intent], {
    before: words(expected_amount),
    price: words(amount),
  });
  return { message, amount };
}
