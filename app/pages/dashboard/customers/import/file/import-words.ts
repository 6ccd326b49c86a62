import type { RowProblem } from "~/domain/imports/check-row";
import type { ImportField } from "~/domain/imports/import-fields";
import type { ImportRowView } from "~/domain/imports/import-row";
import { msg, t } from "~/i18n/text";

export const FIELD_WORDS: Record<ImportField, string> = {
  name: msg("Name"),
  first_name: msg("First name"),
  last_name: msg("Last name"),
  email: msg("Email"),
  phone: msg("Phone"),
  notes: msg("Notes"),
  locale: msg("Language"),
  time_zone: msg("Time zone"),
};

const INVALID: Record<RowProblem["field"], string> = {
  name: msg("Not a name: it has a link or hidden characters"),
  email: msg("Not an email address"),
  phone: msg("Not a phone number"),
  notes: msg("Characters that can’t be stored"),
};

export function problemWords({ field, reason }: RowProblem): string {
  switch (reason) {
    case "missing":
      return t("Missing");
    case "too_long":
      return t("Too long");
    case "erased":
      return t("This customer was erased");
    case "invalid":
      return t(INVALID[field]);
  }
}

/** Why a customer of an undone import stays. */
export const stayWords = ({ undone }: ImportRowView): string =>
  undone === "booked" ? t("Has bookings") : t("Changed since the import");
