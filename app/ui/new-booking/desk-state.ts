import type { IfTaken } from "~/contract/booking-series";
import type { Question } from "~/contract/schedules";
import type { AddonChoice } from "../booking/addon-choices";
import type { CheckedDate } from "../booking/series-lines";
import type { TimeChoice } from "../booking/time-choices";
import { NEW_BOOKING } from "../layout/navigation";

/** The guest, as far as the URL determines it. */
export type DeskGuest =
  | { kind: "none" }
  | { kind: "known"; id: string; name: string; email: string; phone: string; visits: string }
  | { kind: "new"; name: string; email: string; phone: string };

/** Guests that match the typed text. */
export interface GuestMatches {
  q: string;
  /** The text describes a time, not a name. */
  is_wish: boolean;
  /** null if the search failed. */
  matches: { id: string; name: string; contact: string }[] | null;
}

export type DayPart = "morning" | "afternoon" | "evening";

/** A free time at the desk. */
export interface DeskTime extends TimeChoice {
  part: DayPart;
  /** Formatted total for the party; null for no price. */
  price: string | null;
  /** The total in minor units, 0 for no price; agreed with the guest. */
  amount: number;
}

/** Values of `time` in addition to slot ids: now, and a custom time. */
export const NOW = "now";
export const CUSTOM = "custom";
/** Walk-ins start on a 5-minute mark, in ms. */
const MARK_MS = 5 * 60_000;
/** Start of a booking "now", epoch ms. */
export const startOfNow = (now: number): number => now - (now % MARK_MS);
/** Value of `service` for any service. When empty, the guest's usual service is used. */
export const ANY = "any";

/** How often a time repeats, besides never. */
export const REPEATS = [
  "daily",
  "weekly",
  "two_weeks",
  "month_day",
  "month_weekday",
  "custom",
] as const;
export const REPEAT_UNITS = ["day", "week", "month"] as const;
export interface RepeatWish {
  repeat: (typeof REPEATS)[number] | "";
  /** Of a custom interval. */
  interval: number;
  unit: (typeof REPEAT_UNITS)[number];
  count: number;
  /** Local date; "": by count. */
  until: string;
  if_taken: IfTaken;
}
export interface RepeatState extends RepeatWish {
  /** Each date of the chosen time; empty if it doesn't repeat or can't be checked. */
  dates: CheckedDate[];
  /** Why they can't be checked; null if they can. */
  problem: string | null;
}

/** A service that follows the one before, in the same visit. */
export interface DeskPart {
  /** From 2. */
  no: number;
  service: string;
  /** A resource's ID, ANYONE, or SAME as before. */
  resource: string;
  resources: { id: string; name: string }[];
  /** As those of the first service. */
  lengths: { id: string; name: string }[];
  length: string;
  addons: AddonChoice[];
  /** As those of the first service. */
  people: AddonChoice[];
}

/** Prefix of the quantities of a service's add-ons; `no`: its place in the visit, from 1. */
export const addonsField = (no: number): string => (no === 1 ? "addons" : `addons_${no}`);

/** Prefix of the numbers of a service's kinds of people. */
export const peopleField = (no: number): string => (no === 1 ? "party" : `party_${no}`);

/** Field of a service after the first one. */
export const partField = (name: "service" | "resource" | "length", no: number): string =>
  `${name}_${no}`;
/** Fields of the services after the first one; `services`: how many there are in all. */
export const VISIT_FIELDS = [
  "services",
  ...[2, 3, 4].flatMap((no) =>
    (["service", "resource", "length"] as const).map((name) => partField(name, no)),
  ),
];

export interface DeskState extends GuestMatches {
  guest: DeskGuest;
  /** `group`: the service's category. */
  services: { id: string; name: string; group: string | null }[];
  /**
   * Lengths of the service, shortest first; empty for a single one. `id`: minutes, "" for the
   * shortest.
   */
  lengths: { id: string; name: string }[];
  length: string;
  /** Add-ons of the service. */
  addons: AddonChoice[];
  /** Kinds of people of the service with their numbers; empty: it has none, and `party` counts. */
  people: AddonChoice[];
  /** Currency of the service's prices. */
  currency: string | null;
  locale: string;
  /** Resources of the service. */
  resources: { id: string; name: string }[];
  service: string;
  resource: string;
  /** Services that follow the first one in the same visit. */
  parts: DeskPart[];
  party: number;
  day: string;
  /** The slot fixed by the URL; no others are shown. */
  slot: string | null;
  /** The chosen slot id, a visit's start, NOW or CUSTOM; "" if nothing is free. */
  time: string;
  today: string;
  times: DeskTime[];
  /** More times exist across services than are shown. */
  is_cut: boolean;
  /** Full slots on the chosen day, for joining the waiting list. */
  full: TimeChoice[];
  /** A walk-in now: when and with whom; null if nobody is free or another day is chosen. */
  now: { more: string; price: string | null; amount: number } | null;
  custom: { day: string; time: string; minutes: number; price: string | null; amount: number };
  repeat: RepeatState;
  questions: Question[];
  notes: string;
  may_override: boolean;
  /** Whether the service sends reminders to phones, for which staff can record consent. */
  offers_texts: boolean;
  time_zone: string;
  key: string;
}

/** Field name of an answer: NewBookingForm.answer by question id. */
export const answerField = (questionId: string): string => `answer.${questionId}`;

/**
 * The page's query string with changes; null removes a parameter. One-off parameters are dropped.
 */
export function deskSearch(search: string, change: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...change, pick: null, to: null }))
    if (value === null) params.delete(name);
    else params.set(name, value);
  return params.toString();
}

export const deskPath = (search: string): string =>
  search === "" ? NEW_BOOKING : `${NEW_BOOKING}?${search}`;

/** Fields that say how the time repeats. */
export const REPEAT_FIELDS = [
  "repeat",
  "repeat_interval",
  "repeat_unit",
  "repeat_count",
  "repeat_until",
  "if_taken",
];

/** Fields that stay in the URL; others belong to this booking only. */
const IN_URL = new Set([
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
  ...REPEAT_FIELDS,
  ...VISIT_FIELDS,
  "notes",
]);

const QUANTITY_FIELD = /^(addons|party)(_\d)?\./;

/** Non-empty form fields that go into the URL. */
export function urlFieldsOf(
  fields: Iterable<readonly [string, FormDataEntryValue]>,
): URLSearchParams {
  const given = [...fields].map(([name, value]): [string, string] => [name, String(value)]);
  const isKnown = given.some(([name]) => name === "customer");
  return new URLSearchParams(
    given.filter(
      ([name, value]) =>
        (IN_URL.has(name) || QUANTITY_FIELD.test(name)) &&
        value !== "" &&
        !(isKnown && ["name", "email", "phone", "q", "new", "walk_in"].includes(name)),
    ),
  );
}
