import { z } from "zod";
import type { NewBookingLink } from "~/contract/booking-links";
import { Email, Id, LocalDate, Phone, text } from "~/contract/common";
import { MAX_LINK_USES } from "~/contract/limits";
import { addDays, startOfDay } from "~/lib/time";

// Forms of booking links. Empty fields are omitted.

export const NewLinkForm = z.object({
  schedule_id: Id,
  name: text(120, 1).optional(),
  max_uses: z.int().min(1).max(MAX_LINK_USES).optional(),
  last_day: LocalDate.optional().describe("the last day on which it works, on the company's clock"),
  guest_name: text(120, 1).optional(),
  guest_email: Email.optional(),
  guest_phone: Phone.optional(),
});
export type NewLinkForm = z.output<typeof NewLinkForm>;

export const EndLinkForm = z.object({ id: Id });

/** Maps the form to a new link. */
export function linkOf(form: NewLinkForm, timeZone: string): NewBookingLink {
  const {
    schedule_id,
    name = null,
    max_uses = null,
    last_day,
    guest_name,
    guest_email,
    guest_phone,
  } = form;
  const customer = {
    name: guest_name ?? null,
    email: guest_email ?? null,
    phone: guest_phone ?? null,
  };
  const expires_at =
    last_day === undefined ? null : new Date(startOfDay(addDays(last_day, 1), timeZone));
  return { schedule_id, name, max_uses, expires_at, customer };
}
