import type { Bookable } from "./choose/bookables";
import type { Problem } from "./shared/problem";
import type { Booked, Booking, Config, Joined, Slot } from "./wire";

/**
 * State machine of a booking. Pure: no clock, network or DOM. `advance` (interactions/advance.ts)
 * maps a state and an event to the next state; events that don't apply leave it unchanged. This
 * file contains what the first view needs; `advance` loads on interaction.
 */

/**
 * `what`: bookable. `length`: duration. `which`: resource. Steps without a choice are skipped.
 * `verify`: verification code. `pay`: booked, payment due.
 */
export type Step =
  "what" | "length" | "which" | "day" | "time" | "details" | "verify" | "pay" | "done";

export interface Flow {
  readonly step: Step;
  readonly bookables: readonly Bookable[];
  /** Whether the visitor chooses a resource. */
  readonly asks_which: boolean;
  readonly bookable: Bookable | null;
  /** Chosen length; null: the shortest. */
  readonly length_minutes: number | null;
  /** Chosen resource; null: no preference. */
  readonly resource_id: string | null;
  readonly date: string | null;
  readonly slot: Slot | null;
  /** The chosen time is full and the visitor joins its waiting list. */
  readonly waits: boolean;
  readonly sending: boolean;
  readonly problem: Problem | null;
  readonly booked: Booked | null;
  /** Their waiting list entry. */
  readonly joined: Joined | null;
}

/** Progress before the page was reloaded. */
export interface Resumed {
  step: Step;
  bookable: Bookable | null;
  length_minutes: number | null;
  resource_id: string | null;
  date: string | null;
  slot: Slot | null;
  waits: boolean;
  booked: Booked | null;
}

export type FlowEvent =
  | { type: "opened"; bookables: readonly Bookable[]; asks_which: boolean }
  | { type: "resumed"; from: Resumed }
  | { type: "bookable_chosen"; bookable: Bookable }
  | { type: "length_chosen"; length_minutes: number | null }
  | { type: "resource_chosen"; resource_id: string | null }
  | { type: "day_chosen"; date: string }
  | { type: "slot_chosen"; slot: Slot; date: string; waits?: boolean }
  | {
      type: "visit_changed";
      bookable: Bookable;
      length_minutes: number | null;
      resource_id: string | null;
    }
  | { type: "returned"; to: Step }
  | { type: "lost"; problem: Problem }
  | { type: "sent" }
  | { type: "code_sent" }
  | { type: "refused"; problem: Problem }
  | { type: "booked"; booked: Booked }
  | { type: "joined"; joined: Joined }
  | { type: "payment_asked"; booking: Booking }
  | { type: "payment_seen"; booking: Booking };

const ORDER: readonly Step[] = [
  "what",
  "length",
  "which",
  "day",
  "time",
  "details",
  "verify",
  "pay",
  "done",
];

export const isBefore = (step: Step, other: Step): boolean =>
  ORDER.indexOf(step) < ORDER.indexOf(other);

/** Steps after choosing a time. */
export const isLater = (step: Step): boolean => isBefore("time", step);

/** State before the configuration has loaded. */
export const closed: Flow = {
  step: "what",
  bookables: [],
  asks_which: true,
  bookable: null,
  length_minutes: null,
  resource_id: null,
  date: null,
  slot: null,
  waits: false,
  sending: false,
  problem: null,
  booked: null,
  joined: null,
};

/** State once the bookables are known. */
export function open(bookables: readonly Bookable[], asks_which: boolean): Flow {
  const only = bookables.length === 1 ? bookables[0] : undefined;
  const flow = { ...closed, bookables, asks_which };
  return only ? choose(flow, only) : flow;
}

/** State after choosing a bookable. */
export function choose(flow: Flow, bookable: Bookable): Flow {
  const only = bookable.resources.length === 1 ? bookable.resources[0] : undefined;
  const { length_minutes = null } = bookable;
  const step = hasLengths(bookable) ? "length" : stepOfResource(flow, bookable);
  return {
    ...flow,
    bookable,
    length_minutes,
    resource_id: only?.id ?? null,
    date: null,
    slot: null,
    step,
  };
}

/** Step after choosing a length. */
export const stepOfResource = ({ asks_which }: Flow, { resources }: Bookable): Step =>
  asks_which && resources.length > 1 ? "which" : "day";

/** Whether there are lengths to choose from; services of earlier API versions lack the list. */
const hasLengths = ({ schedule }: Bookable): boolean => !!schedule?.length_options?.[0];

/** Whether any of several resources will do; the service assigns one. */
export const isForAnyone = ({ bookable, resource_id }: Flow): boolean =>
  resource_id === null && !!bookable?.schedule?.anyone;

/** State after choosing a day. */
export const chooseDay = (flow: Flow, date: string): Flow =>
  isPicking(flow) ? { ...flow, date, step: "time" } : flow;

export const isPicking = (flow: Flow): boolean => flow.step === "day" || flow.step === "time";

/** Whether a step offers a choice among these bookables. */
const hasChoice = (step: Step, flow: Flow, these: readonly Bookable[]): boolean =>
  step === "what"
    ? flow.bookables.length > 1
    : step === "length"
      ? these.some(hasLengths)
      : step !== "which" || these.some((one) => stepOfResource(flow, one) === step);

/** Steps the visitor can go back to, in order; steps without a choice are omitted. */
export const stepsBefore = (flow: Flow): Step[] =>
  flow.sending || flow.step === "done" || flow.step === "pay"
    ? []
    : ORDER.slice(0, ORDER.indexOf(flow.step)).filter((step) =>
        hasChoice(step, flow, flow.bookable ? [flow.bookable] : []),
      );

/**
 * Progress: the number of the current step, from 1, and the total. Once something is chosen, only
 * its own steps count, so that no number is skipped. Day and time are one step, since wide layouts
 * show both. 0 if nothing can be booked.
 */
export function positionOf(
  flow: Flow,
  { verification, payment }: Pick<Config, "verification" | "payment">,
): { step: number; total: number } {
  const these = flow.bookable ? [flow.bookable] : flow.bookables;
  const pays = payment !== "off" && !flow.waits;
  const counted = ORDER.filter((step) => {
    if (step === "verify") return verification !== "off";
    if (step === "pay")
      return (
        pays && these.some(({ schedule }) => schedule?.requires_payment || schedule?.card_on_file)
      );
    return step !== "time" && step !== "done" && hasChoice(step, flow, these);
  });
  const reached = counted.filter((step) => ORDER.indexOf(step) <= ORDER.indexOf(flow.step));
  return { step: reached.length, total: counted.length };
}
