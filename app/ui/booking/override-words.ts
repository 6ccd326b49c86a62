import type { OverrideReason } from "~/domain/bookings/requested-slot";
import { msg, t } from "~/i18n/text";
import type { AppError } from "~/lib/app-error";

const REASONS: Record<OverrideReason, string> = {
  past: msg("That time has passed."),
  too_far: msg("Further ahead than guests can book."),
  other_resource: msg("This service isn’t offered there."),
  closed_day: msg("Closed that day."),
  outside_hours: msg("Outside opening hours."),
  not_offered: msg("No time of this service starts then."),
};

/** Why a time was refused that an owner or admin can book with an override; null: an override is no way out. */
export function overrideReason(error: AppError): OverrideReason | null {
  const reasons = error.extra.details?.needs_override as OverrideReason[] | undefined; // as checkTime gave them
  return reasons?.[0] ?? null;
}

/** The refusal in words; as a question for those who may override it. */
export function overrideWords(reason: OverrideReason, question: string | null): string {
  return question === null ? t(REASONS[reason]) : `${t(REASONS[reason])} ${question}`;
}
