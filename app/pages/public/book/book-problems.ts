import type { Issue } from "~/contract/errors";
import type { AppError } from "~/lib/app-error";
import { fieldOf } from "~/ui/guest-page/question-form";
import { changedPriceText, fill, manageTexts } from "~/ui/guest-page/manage-language";
import { bookTexts } from "./book-language";
import { idInForm } from "./visit-parts";

/** The form field of a contract issue; null if the field isn't visible. */
function fieldFor(path: string): string | null {
  if (path === "destination") return "phone";
  // A service of a visit: parts.1.answers.<id>
  const ofPart = /^parts\.(\d)\.answers\.(.+)$/.exec(path);
  if (ofPart !== null) return fieldOf({ id: idInForm(ofPart[2]!, Number(ofPart[1])) });
  const [part = "", name = ""] = path.split(".");
  if (part === "customer" && ["name", "email", "phone"].includes(name)) return name;
  if (part === "answers" && name !== "") return fieldOf({ id: name });
  if (part === "terms_accepted") return "terms";
  if (part === "card_terms") return part;
  if (part === "party_size") return "party";
  return part === "notes" || part === "party" ? part : null;
}

/** Field errors in the page's language. `value`: the field's input. */
export function problemsOf(
  issues: Issue[],
  value: (name: string) => string[],
  locale: string,
): Record<string, string> {
  const t = bookTexts(locale);
  const texts: Record<string, string> = {
    name: t.error_name,
    email: t.error_email,
    phone: t.error_phone,
  };
  return Object.fromEntries(
    issues.flatMap(({ path, code }) => {
      const field = fieldFor(path);
      if (field === null) return [];
      if (field === "party")
        return [[field, code === "too_big" ? t.error_party_size : t.error_party]];
      const isEmpty = (value(field)[0] ?? "").trim() === "";
      return [[field, isEmpty ? t.error_required : (texts[field] ?? t.error_field)]];
    }),
  );
}

/** Message for a rejection that belongs to no field, in the page's language. */
export function refusalText(error: AppError, locale: string): string {
  const [t, m] = [bookTexts(locale), manageTexts(locale)];
  const seconds = Number(error.extra.headers?.["Retry-After"] ?? 60);
  const unit = seconds < 120 ? "second" : "minute";
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" });
  const wait = format.format(unit === "second" ? seconds : Math.ceil(seconds / 60));
  const texts: Partial<Record<string, string>> = {
    slot_unavailable:
      error.extra.details?.["reason"] === "customer_limit" ? t.error_limit : m.error_taken,
    outside_booking_window: m.error_taken,
    not_found: m.error_taken,
    already_exists: t.already_waiting,
    validation_failed: t.error_fields,
    verification_failed: t.error_code,
    rate_limited: fill(
      "resend_after_seconds" in (error.extra.details ?? {}) ? t.error_code_wait : m.error_often,
      {
        wait,
      },
    ),
  };
  if (error.extra.details?.["card_terms"] !== undefined) return m.error_card;
  if (error.code === "price_changed") return changedPriceText(error, locale);
  return texts[error.code] ?? m.error_unknown;
}
