export const ERASED_NAME = "Erased";

/**
 * Replaces an erased address; `.invalid` belongs to nobody (RFC 2606), and the id keeps customers
 * distinct.
 */
export function erasedEmail(customerId: string): string {
  return `erased-${customerId}@erased.invalid`;
}

export const isErasedEmail = (email: string): boolean => email.endsWith("@erased.invalid");

interface Body {
  data?: { booking?: Record<string, unknown> };
}

/** An event's body (JSON) without personal data; other JSON stays unchanged. */
export function eraseEventBody(body: string): string {
  const event = JSON.parse(body) as Body; // written by this service
  const booking = event.data?.booking;
  if (booking === undefined) return body;
  const customer = booking.customer as { id: string } | undefined;
  Object.assign(booking, { notes: null, answers: [], meta: {}, cancel_reason: null });
  // Absent in events of earlier versions.
  for (const name of ["card_terms", "card"]) if (name in booking) booking[name] = null;
  if (customer !== undefined)
    booking.customer = {
      ...customer,
      name: ERASED_NAME,
      email: erasedEmail(customer.id),
      phone: null,
      locale: null,
      time_zone: null,
    };
  return JSON.stringify(event);
}
