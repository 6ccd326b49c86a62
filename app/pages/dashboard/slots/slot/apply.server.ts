import type { UserActor } from "~/domain/identity/actor";
import { updateSlot } from "~/domain/slots/edit-slot.server";
import { getSlot } from "~/domain/slots/get-slot.server";
import { leaveWaitlist } from "~/domain/waitlist/waitlist.server";
import { plural, t } from "~/i18n/text";
import { invalidField } from "~/lib/app-error";
import { readPrice } from "~/ui/form/price";
import type { SlotForm } from "./slot-form";

/** Executes a form of a slot's page; returns a message. Throws the domain functions' errors. */
export async function applySlotForm(actor: UserActor, id: string, form: SlotForm): Promise<string> {
  if (form.intent === "leave") {
    await leaveWaitlist(actor, form.entry_id);
    return t("Removed from the waiting list.");
  }
  if (form.intent === "status") {
    await updateSlot(actor, id, { status: form.status });
    return form.status === "closed"
      ? t("Closed. Nobody can book this time.")
      : t("Open for bookings again.");
  }
  const slot = await getSlot(actor, id);
  const currency = slot.currency ?? actor.tenant.currency;
  const price_amount = readPrice(form.price ?? "", currency);
  if (price_amount === undefined)
    throw invalidField("price", t("Use a price such as 25 or 25.50."));
  // An unchanged field is not overridden, so it keeps following the service.
  const { over_capacity } = await updateSlot(actor, id, {
    ...(form.capacity !== slot.capacity && { capacity: form.capacity ?? null }),
    ...(price_amount !== slot.price_amount && {
      price_amount,
      currency: price_amount === null ? null : currency,
    }),
  });
  const [over] = over_capacity;
  const saved = t("Saved. Existing bookings keep their price.");
  const overCapacity = (count: number) =>
    plural(
      count,
      "{{count}} person is booked and stays; no more can book until fewer are.",
      "{{count}} people are booked and stay; no more can book until fewer are.",
    );
  return over ? `${saved} ${overCapacity(over.booked)}` : saved;
}
