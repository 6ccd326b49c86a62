import type { Question } from "~/contract/schedules";
import type { TimeChoice } from "../booking/time-choices";
import { NEW_BOOKING } from "../layout/navigation";

/** Who the booking is for, as far as the address says it. */
export type DeskGuest =
  | { kind: "none" }
  | { kind: "known"; id: string; name: string; email: string; phone: string; visits: string }
  | { kind: "new"; name: string; email: string; phone: string };

export interface DeskState {
  q: string;
  /** What was typed asks for a time and names nobody. */
  is_wish: boolean;
  guest: DeskGuest;
  matches: { id: string; name: string; contact: string }[];
  services: { id: string; name: string }[];
  resources: { id: string; name: string }[];
  service: string;
  resource: string;
  party: number;
  day: string;
  /** The time that was chosen already. */
  slot: string | null;
  today: string;
  times: TimeChoice[];
  /** Full times of the day that was asked for: a guest can wait for one. */
  full: TimeChoice[];
  questions: Question[];
  notes: string;
  /** A time of its own that was chosen before, in the calendar. */
  customTime: { day: string; time: string; minutes: number } | null;
  may_override: boolean;
  time_zone: string;
  key: string;
}

/** The field of an answer, as the form is read: NewBookingForm.answer by the question's id. */
export const answerField = (questionId: string): string => `answer.${questionId}`;

/** The names in the address of a time of its own. */
export const CUSTOM_TIME = ["starts_at", "minutes"];

/** What the page's address asks for, with some of it changed; null takes a name out. What was asked for once is not kept. */
export function deskSearch(search: string, change: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries({ ...change, pick: null, to: null }))
    if (value === null) params.delete(name);
    else params.set(name, value);
  return params.toString();
}

/** The page's address. */
export const deskPath = (asked: string): string => (asked === "" ? NEW_BOOKING : `${NEW_BOOKING}?${asked}`);
