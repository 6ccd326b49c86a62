/**
 * Whether a guest is mailed about a change, and why not: the call did not want it, there is no address, the company has switched that
 * mail off, the address takes no mail. "tomorrow": today's mail is used up.
 */
export type GuestMail =
  "sent" | "tomorrow" | "not_wanted" | "no_address" | "switched_off" | "suppressed";
