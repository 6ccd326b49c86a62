import type { RowProblem } from "~/domain/imports/check-row";
import type { ColumnField } from "~/domain/imports/import-fields";
import type { ImportRowView } from "~/domain/imports/import-row";
import { msg, t } from "~/i18n/text";
import { overrideWords } from "~/ui/booking/override-words";

export const FIELD_WORDS: Record<ColumnField, string> = {
  name: msg("Name"),
  first_name: msg("First name"),
  last_name: msg("Last name"),
  email: msg("Email"),
  phone: msg("Phone"),
  notes: msg("Notes"),
  locale: msg("Language"),
  time_zone: msg("Time zone"),
  date: msg("Date"),
  start: msg("Start"),
  end: msg("End"),
  duration: msg("Duration"),
  service: msg("Service"),
  resource: msg("Resource"),
  party_size: msg("Guests"),
  status: msg("Status"),
  cancelled: msg("Cancelled"),
  no_show: msg("No-show"),
  price: msg("Price"),
  currency: msg("Currency"),
  reference: msg("Reference"),
};

const INVALID: Record<RowProblem["field"], string> = {
  name: msg("Not a name: it has a link or hidden characters"),
  email: msg("Not an email address"),
  phone: msg("Not a phone number"),
  notes: msg("Characters that can’t be stored"),
  first_name: msg("Not a name: it has a link or hidden characters"),
  last_name: msg("Not a name: it has a link or hidden characters"),
  date: msg("Not a date"),
  start: msg("Not a date and time"),
  end: msg("Not a time"),
  duration: msg("Not a duration"),
  service: msg("None of your services"),
  resource: msg("None of your resources"),
  party_size: msg("Not a number from 1 to 500"),
  status: msg("Not confirmed, completed, no-show or cancelled"),
  cancelled: msg("Not yes or no"),
  no_show: msg("Not yes or no"),
  price: msg("Not an amount"),
  currency: msg("Not your currency"),
  reference: msg("Characters that can’t be stored"),
};

export function problemWords({ field, reason, value, why }: RowProblem): string {
  switch (reason) {
    case "missing":
      return t("Missing");
    case "too_long":
      return t("Too long");
    case "erased":
      return t("This customer was erased");
    case "skipped":
      return t("The clocks skip this time");
    case "length":
      return t("Not between 5 minutes and 24 hours");
    case "not_yet":
      return t("This booking is still to come");
    case "refused":
      return why == null ? t(value) : overrideWords(why, null);
    case "unmatched":
    case "invalid":
      return t(INVALID[field]);
  }
}

/** Why a customer of an undone import stays. */
export const stayWords = ({ undone }: Pick<ImportRowView, "undone">): string =>
  undone === "booked" ? t("Has bookings") : t("Changed since the import");
