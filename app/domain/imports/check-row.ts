import { Email, Locale, Name, Phone, text, TimeZone } from "~/contract/common";
import { withoutCsvGuard } from "~/lib/csv";
import type { OverrideReason } from "../bookings/place/requested-slot";
import type { BookingField, ColumnFields, ImportField } from "./import-fields";

/** A row's details of a customer, as they are stored. */
export interface ImportedDetails {
  name: string;
  email: string | null;
  phone: string | null;
  notes: string | null;
  locale: string | null;
  time_zone: string | null;
}

/** Why a row can't be imported. `value`: what stands in it. */
export interface RowProblem {
  field: "name" | "email" | "phone" | "notes" | BookingField;
  /**
   * skipped: the clock skips that time. length: too short or too long. unmatched: none of the
   * company's names. not_yet: it ended before its time. refused: by a rule of bookings.
   */
  reason:
    | "missing"
    | "invalid"
    | "too_long"
    | "erased"
    | "skipped"
    | "length"
    | "unmatched"
    | "not_yet"
    | "refused";
  value: string;
  /** Of a refused one, where an owner could override the rule. */
  why?: OverrideReason | null;
}

const LONGEST_NOTES = 4000;
const Notes = text(LONGEST_NOTES);
const LONGEST_NAME = 120;
const MAX_SHOWN = 120;
/** The addresses of erased customers (domain/customers/erased.ts), which our own export has. */
const ERASED = /@erased\.invalid$/i;

/**
 * The details of a row by the same schemas as a new customer, or its first problem. An unknown
 * language or time zone is left out.
 */
export function checkRow(
  cells: readonly string[],
  fields: ColumnFields,
): { details: ImportedDetails } | { problem: RowProblem } {
  const all = (field: ImportField) =>
    fields.flatMap((each, index) => {
      const cell = each === field ? withoutCsvGuard(cells[index] ?? "").trim() : "";
      return cell === "" ? [] : [cell];
    });
  const first = (field: ImportField) => all(field)[0] ?? "";
  const typed = {
    name: first("name") || [first("first_name"), first("last_name")].filter(Boolean).join(" "),
    email: first("email"),
    phone: first("phone"),
    notes: all("notes").join("\n"),
  };
  const problem = (field: keyof typeof typed, reason: RowProblem["reason"]) => ({
    problem: { field, reason, value: typed[field].slice(0, MAX_SHOWN) },
  });

  if (ERASED.test(typed.email)) return problem("email", "erased");
  if (typed.name === "") return problem("name", "missing");
  if (typed.name.length > LONGEST_NAME) return problem("name", "too_long");
  const name = Name.safeParse(typed.name);
  if (!name.success) return problem("name", "invalid");
  const email = Email.safeParse(typed.email);
  if (typed.email !== "" && !email.success) return problem("email", "invalid");
  const phone = Phone.safeParse(typed.phone);
  if (typed.phone !== "" && !phone.success) return problem("phone", "invalid");
  const notes = Notes.safeParse(typed.notes);
  if (!notes.success)
    return problem("notes", typed.notes.length > LONGEST_NOTES ? "too_long" : "invalid");
  return {
    details: {
      name: name.data,
      email: email.data ?? null,
      phone: phone.data ?? null,
      notes: notes.data === "" ? null : notes.data,
      locale: Locale.safeParse(first("locale")).data ?? null,
      time_zone: TimeZone.safeParse(first("time_zone")).data ?? null,
    },
  };
}
