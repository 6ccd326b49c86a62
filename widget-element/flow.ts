import type { Bookable } from "./choose/bookables";
import type { Problem } from "./shared/problem";
import type { Booked, Booking, Config, Joined, Slot } from "./wire";

/**
 * The step machine of a booking. Pure: no clock, no network, no element. `advance` (interactions/advance.ts) takes the state and what
 * happened and gives the next state; what cannot happen in a state leaves it as it is. Here stands what the first view needs; `advance` loads
 * with what the visitor does.
 */

/**
 * `what`: which bookable. `length`: how long. `which`: on which of its resources. Each is skipped when there is nothing to choose. `verify`:
 * the code that proves an address. `pay`: booked, and not paid yet.
 */
export type Step =
  "what" | "length" | "which" | "day" | "time" | "details" | "verify" | "pay" | "done";

export interface Flow {
  readonly step: Step;
  readonly bookables: readonly Bookable[];
  /** Whether a visitor chooses between a bookable's resources. */
  readonly asks_which: boolean;
  readonly bookable: Bookable | null;
  /** The chosen length; null: the shortest. */
  readonly length_minutes: number | null;
  /** The chosen resource; null: no preference. */
  readonly resource_id: string | null;
  readonly date: string | null;
  readonly slot: Slot | null;
  /** The chosen time is full, and the visitor wants to wait for it. */
  readonly waits: boolean;
  readonly sending: boolean;
  readonly problem: Problem | null;
  readonly booked: Booked | null;
  /** Their place on the waiting list. */
  readonly joined: Joined | null;
}

/** Where a visitor was before the page was reloaded. */
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

/** The steps that come after the choice of a time. */
export const isLater = (step: Step): boolean => isBefore("time", step);

/** The state before anything is known. */
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

/** The state once it is known what can be booked. */
export function open(bookables: readonly Bookable[], asks_which: boolean): Flow {
  const only = bookables.length === 1 ? bookables[0] : undefined;
  const flow = { ...closed, bookables, asks_which };
  return only ? choose(flow, only) : flow;
}

/** The state after one of several was chosen. */
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

/** The step after the choice of a length. */
export const stepOfResource = ({ asks_which }: Flow, { resources }: Bookable): Step =>
  asks_which && resources.length > 1 ? "which" : "day";

/** Whether there are lengths to choose from; a service of an earlier version has no list of them. */
const hasLengths = ({ schedule }: Bookable): boolean => !!schedule?.length_options?.[0];

/** Whether the booking may be on any of several resources: the service then chooses whose it is. */
export const isForAnyone = ({ bookable, resource_id }: Flow): boolean =>
  resource_id === null && !!bookable?.schedule?.anyone;

/** The state after a day was chosen. */
export const chooseDay = (flow: Flow, date: string): Flow =>
  isPicking(flow) ? { ...flow, date, step: "time" } : flow;

export const isPicking = (flow: Flow): boolean => flow.step === "day" || flow.step === "time";

/** Whether there is something to choose at a step, for a visitor who may book these. */
const isAsked = (step: Step, flow: Flow, these: readonly Bookable[]): boolean =>
  step === "what"
    ? flow.bookables.length > 1
    : step === "length"
      ? these.some(hasLengths)
      : step !== "which" || these.some((one) => stepOfResource(flow, one) === step);

/** The steps that this visitor may go back to, in order; those with nothing to choose are left out. */
export const stepsBefore = (flow: Flow): Step[] =>
  flow.sending || flow.step === "done" || flow.step === "pay"
    ? []
    : ORDER.slice(0, ORDER.indexOf(flow.step)).filter((step) =>
        isAsked(step, flow, flow.bookable ? [flow.bookable] : []),
      );

/**
 * How far along the visitor is: the number of their step, from 1, and of all. All are as configured, so that their number stays: a step that
 * only some bookings have is counted for each. A day and its times are one step, as a wide card shows both. 0 where nothing can be booked.
 */
export function positionOf(
  flow: Flow,
  { verification }: Pick<Config, "verification">,
): { step: number; total: number } {
  const counted = ORDER.filter((step) => {
    if (step === "verify") return verification !== "off";
    if (step === "pay") return flow.bookables.some(({ schedule }) => schedule?.requires_payment);
    return step !== "time" && step !== "done" && isAsked(step, flow, flow.bookables);
  });
  const reached = counted.filter((step) => ORDER.indexOf(step) <= ORDER.indexOf(flow.step));
  return { step: reached.length, total: counted.length };
}
