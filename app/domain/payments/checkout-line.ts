import { whenOf } from "../email/mail-values";

/** How long the provider lets a line be. */
const LONGEST = 250;
/** What of a long name is shown, so that the time and the reference are never cut off. */
const NAME = 50;

/** What the guest reads above the amount: what it is, with whom or where, when (in the time of the place), and its reference. */
export function checkoutLine(booking: {
  service: string | null;
  resource: string;
  company: string;
  starts_at: Date;
  ends_at: Date;
  time_zone: string;
  locale: string;
  reference: string;
}): string {
  const { service, resource, company, starts_at, ends_at, time_zone, locale, reference } = booking;
  const names = [...new Set([service ?? "", resource, company])].filter(Boolean).map(shortened);
  const when = whenOf(starts_at, ends_at, { locale, time_zone });
  return [...names, when, reference].join(", ").slice(0, LONGEST);
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= NAME ? name : `${letters.slice(0, NAME - 1).join("")}…`;
}
