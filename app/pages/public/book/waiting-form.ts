import { issuesOf } from "~/contract/plain-words";
import type { Issue } from "~/contract/errors";
import { NewWidgetWaitlistEntry } from "~/contract/waitlist";

/** The waiting list entry requested by a form, and its field errors. */
export type ReadWaitingForm =
  { input: NewWidgetWaitlistEntry; issues: [] } | { input: null; issues: Issue[] };

/**
 * Parses the form into a waiting list entry. Empty fields are omitted; a filled honeypot is
 * rejected.
 */
export function readWaitingForm(
  form: URLSearchParams,
  {
    slot_id,
    party_size,
    length,
    locale,
    asks_phone,
  }: {
    slot_id: string;
    party_size: number;
    length: number | null;
    locale: string;
    asks_phone: boolean;
  },
): ReadWaitingForm {
  const typed = (name: string) => form.get(name)?.trim() || undefined;
  const refused = (path: string): ReadWaitingForm => ({
    input: null,
    issues: [{ path, code: "required", message: "" }],
  });
  if (typed("website") !== undefined) return refused("website");
  if (asks_phone && typed("phone") === undefined) return refused("customer.phone");
  const read = NewWidgetWaitlistEntry.safeParse({
    slot_id,
    party_size,
    ...(length !== null && { length_minutes: length }),
    customer: {
      name: typed("name") ?? "",
      email: typed("email") ?? "",
      phone: typed("phone"),
      locale,
    },
    verification_token: typed("verification_token"),
  });
  return read.success
    ? { input: read.data, issues: [] }
    : { input: null, issues: issuesOf(read.error) };
}
