import type { Question } from "~/contract/schedules";
import type { TimeChoice } from "../booking/time-choices";
import { phoneWithoutGaps } from "../search/found";

/** Who the booking is for, as far as the address says it. */
export type DeskGuest =
  | { kind: "none" }
  | { kind: "known"; id: string; name: string; email: string; phone: string; visits: string }
  | { kind: "new"; name: string; email: string; phone: string };

export interface DeskState {
  q: string;
  guest: DeskGuest;
  matches: { id: string; name: string; contact: string }[];
  services: { id: string; name: string }[];
  resources: { id: string; name: string }[];
  service: string;
  resource: string;
  party: number;
  day: string;
  today: string;
  times: TimeChoice[];
  /** Full times of the day that was asked for: a guest can wait for one. */
  full: TimeChoice[];
  questions: Question[];
  notes: string;
  /** A time of its own that was chosen before, in the calendar. */
  own: { day: string; time: string; minutes: number } | null;
  may_override: boolean;
  time_zone: string;
  key: string;
}

/** What was typed, put where it belongs: an address, a number or a name. */
export function guestFromTyped(typed: string): { name: string; email: string; phone: string } {
  const text = typed.trim();
  if (text.includes("@")) return { name: "", email: text, phone: "" };
  const isNumber = /^\+?\d{4,}$/.test(text) || phoneWithoutGaps(text) !== null;
  return isNumber ? { name: "", email: "", phone: text } : { name: text, email: "", phone: "" };
}

/** The page's address with some of it changed; null takes a name out. */
export function deskPath(search: string, change: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change))
    if (value === null) params.delete(name);
    else params.set(name, value);
  params.delete("pick");
  return params.size === 0 ? "/dashboard/bookings/new" : `/dashboard/bookings/new?${params}`;
}
