import type { Question } from "~/contract/schedules";
import type { TimeChoice } from "../booking/time-choices";
import { NEW_BOOKING } from "../layout/navigation";

/** Who the booking is for, as far as the address says it. */
export type DeskGuest =
  | { kind: "none" }
  | { kind: "known"; id: string; name: string; email: string; phone: string; visits: string }
  | { kind: "new"; name: string; email: string; phone: string };

/** Guests whom what was typed may mean. */
export interface GuestMatches {
  q: string;
  /** What was typed asks for a time and names nobody. */
  is_wish: boolean;
  /** Null: they could not be looked for just now. */
  matches: { id: string; name: string; contact: string }[] | null;
}

export type DayPart = "morning" | "afternoon" | "evening";

/** A free time, as the desk chooses it. */
export interface DeskTime extends TimeChoice {
  part: DayPart;
  /** What all who come pay together, in words of its currency; null for no price. */
  price: string | null;
  /** The same in minor units, 0 for no price: what the desk agrees with the guest. */
  amount: number;
}

/** In the field `time`, beside the id of a slot: at once, and a time that is not offered. */
export const NOW = "now";
export const CUSTOM = "custom";
/** In the field `service`: any is wanted. Left empty, a guest's usual one is taken. */
export const ANY = "any";

export interface DeskState extends GuestMatches {
  guest: DeskGuest;
  services: { id: string; name: string }[];
  /** The lengths of the service that can be chosen, the shortest first; empty for one alone. `id`: minutes, "" for the shortest. */
  lengths: { id: string; name: string }[];
  length: string;
  /** Who or what gives the service. */
  resources: { id: string; name: string }[];
  service: string;
  resource: string;
  party: number;
  day: string;
  /** The time that the address names: no other is shown. */
  slot: string | null;
  /** What is chosen: a slot's id, NOW or CUSTOM; "" where nothing is free. */
  time: string;
  today: string;
  times: DeskTime[];
  /** There are more times of several services than these. */
  is_cut: boolean;
  /** Full times of the day that was asked for: a guest can wait for one. */
  full: TimeChoice[];
  /** A booking of the service that begins at once: when, with whom; null where nobody is free, or another day is asked for. */
  now: { more: string; price: string | null } | null;
  custom: { day: string; time: string; minutes: number; price: string | null };
  questions: Question[];
  notes: string;
  may_override: boolean;
  time_zone: string;
  key: string;
}

/** The field of an answer, as the form is read: NewBookingForm.answer by the question's id. */
export const answerField = (questionId: string): string => `answer.${questionId}`;

/** What the page's address asks for, with some of it changed; null takes a name out. What was asked for once is not kept. */
export function deskSearch(search: string, change: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...change, pick: null, to: null }))
    if (value === null) params.delete(name);
    else params.set(name, value);
  return params.toString();
}

/** The page's address. */
export const deskPath = (asked: string): string =>
  asked === "" ? NEW_BOOKING : `${NEW_BOOKING}?${asked}`;

/** Fields that the address keeps when something else is asked for; the others are typed for this booking alone. */
const KEPT = new Set([
  "customer",
  "new",
  "walk_in",
  "q",
  "name",
  "email",
  "phone",
  "service",
  "length",
  "resource",
  "party_size",
  "day",
  "slot",
  "time",
  "custom_day",
  "custom_time",
  "custom_minutes",
  "notes",
]);

/** What the address keeps of the form's fields: nothing that is empty. */
export function askedOf(fields: Iterable<readonly [string, FormDataEntryValue]>): URLSearchParams {
  const given = [...fields].map(([name, value]): [string, string] => [name, String(value)]);
  const isKnown = given.some(([name]) => name === "customer");
  return new URLSearchParams(
    given.filter(
      ([name, value]) =>
        KEPT.has(name) &&
        value !== "" &&
        !(isKnown && ["name", "email", "phone", "q", "new", "walk_in"].includes(name)),
    ),
  );
}
