/**
 * Whether the guest gets an email about a change, or why not: the call declined it, there is no
 * address, the company has switched that email off, or the address is suppressed. "tomorrow":
 * today's quota is used up.
 */
export type GuestMail = UnqueuedMail | "sent" | "tomorrow" | "suppressed";

/** Reasons for which no mail is queued at all. */
export type UnqueuedMail = "not_wanted" | "no_address" | "switched_off";
