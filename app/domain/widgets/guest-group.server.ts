import { invalidField, notFound } from "~/lib/app-error";
import type { BookingRules } from "../bookings/place/book.server";
import type { KeyActor } from "../identity/actor";
import { findRepeatedServices, type RepeatedService } from "./repeated-service.sql.server";

// Rules for several bookings that a guest makes together: dates of a series, services of a visit.

/** Services that this widget shows, in the given order. Throws not_found for any other. */
export async function readShownServices(
  { tenant, configuration }: KeyActor,
  ids: readonly string[],
): Promise<RepeatedService[]> {
  const found = await findRepeatedServices(tenant.id, ids);
  return ids.map((id) => {
    const service = found.find((one) => one.id === id);
    const isListed = configuration.schedule_ids?.includes(id) ?? true;
    if (service === undefined || service.private || !isListed) throw notFound("Schedule", id);
    return service;
  });
}

/** The rules of one of them: the guest's verification is used up by the first, and counts for all. */
export function rulesOfOne(rules: BookingRules, isFirst: boolean): BookingRules {
  if (isFirst) return rules;
  const { before: _proven, ...others } = rules;
  return others;
}

/** Throws validation_failed for a booking that is paid online before it is confirmed. */
export const dueOffline =
  (rules: BookingRules, field: string, message: string): BookingRules["due"] =>
  (requested, held, price) => {
    const due = rules.due(requested, held, price);
    if (due?.pending_reason === "payment" || due?.pending_reason === "card")
      throw invalidField(field, message, "not_enabled");
    return due;
  };
