/**
 * Whether the guest gets an email about a change, or why not: the call declined it, there is no
 * address, the company has switched that email off, or the address is suppressed. "tomorrow":
 * today's quota is used up.
 */
export type GuestMail =
  "sent" | "tomorrow" | "not_wanted" | "no_address" | "switched_off" | "suppressed";
