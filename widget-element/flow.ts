import type { Bookable } from "./bookables";
import type { Problem } from "./problem";
import type { Booked, Booking, Joined, Slot } from "./wire";

/**
 * The step machine of a booking. Pure: no clock, no network, no element. `advance` takes the state and what
 * happened and gives the next state; what cannot happen in a state leaves it as it is.
 */

/**
 * `what`: which bookable. `which`: on which of its resources. Both are skipped when there is nothing to choose. `verify`: the code that
 * proves an address. `pay`: booked, and not paid yet.
 */
export type Step = "what" | "which" | "day" | "time" | "details" | "verify" | "pay" | "done";

export interface Flow {
  readonly step: Step;
  readonly bookables: readonly Bookable[];
  /** Whether a visitor chooses between a bookable's resources. */
  readonly asks_which: boolean;
  readonly bookable: Bookable | null;
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

/** Where a visitor was before the page was loaded again. */
export interface Resumed {
  step: Step;
  bookable: Bookable | null;
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
  | { type: "payment_seen"; booking: Booking };

const ORDER: readonly Step[] = ["what", "which", "day", "time", "details", "verify", "pay", "done"];

/** The steps that come after the choice of a time. */
export const isLater = (step: Step): boolean => ORDER.indexOf(step) > ORDER.indexOf("time");

/** The state before anything is known. */
export const closed: Flow = {
  step: "what",
  bookables: [],
  asks_which: true,
  bookable: null,
  resource_id: null,
  date: null,
  slot: null,
  waits: false,
  sending: false,
  problem: null,
  booked: null,
  joined: null,
};

/** The state after something happened. */
export function advance(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case "opened":
      return open(event.bookables, event.asks_which);
    case "resumed":
      return { ...flow, ...event.from };
    case "bookable_chosen":
      return flow.step === "what" ? choose(flow, event.bookable) : flow;
    case "resource_chosen":
      return flow.step === "which"
        ? { ...flow, resource_id: event.resource_id, date: null, slot: null, step: "day" }
        : flow;
    case "day_chosen":
      return isPicking(flow) ? { ...flow, date: event.date, step: "time" } : flow;
    case "slot_chosen":
      return isPicking(flow) || mayChangeSlot(flow)
        ? { ...flow, slot: event.slot, date: event.date, waits: event.waits ?? false, step: "details", problem: null }
        : flow;
    case "returned":
      return mayReturn(flow, event.to) ? { ...flow, step: event.to, problem: null } : flow;
    case "lost":
      return mayChangeSlot(flow) ? { ...flow, step: "details", problem: event.problem } : flow;
    case "sent":
      return maySend(flow) ? { ...flow, sending: true, problem: null } : flow;
    case "code_sent":
      return flow.sending ? { ...flow, sending: false, step: "verify" } : flow;
    case "refused":
      return flow.sending ? refuse(flow, event.problem) : flow;
    case "booked":
      return flow.sending
        ? { ...flow, sending: false, booked: event.booked, step: event.booked.payment?.checkout_url ? "pay" : "done" }
        : flow;
    case "joined":
      return flow.sending ? { ...flow, sending: false, joined: event.joined, step: "done" } : flow;
    case "payment_seen":
      return flow.booked ? { ...flow, booked: { ...flow.booked, booking: event.booking }, step: "done" } : flow;
  }
}

function open(bookables: readonly Bookable[], asks_which: boolean): Flow {
  const only = bookables.length === 1 ? bookables[0] : undefined;
  const flow = { ...closed, bookables, asks_which };
  return only ? choose(flow, only) : flow;
}

function choose(flow: Flow, bookable: Bookable): Flow {
  const only = bookable.resources.length === 1 ? bookable.resources[0] : undefined;
  const step = only || !flow.asks_which ? "day" : "which";
  return { ...flow, bookable, resource_id: only?.id ?? null, date: null, slot: null, step };
}

/** What was wrong with the code is said where the code is typed; all else belongs to the details. */
const refuse = (flow: Flow, problem: Problem): Flow => ({
  ...flow,
  sending: false,
  problem,
  step: problem.kind === "taken" || problem.kind === "invalid" ? "details" : flow.step,
});

const isPicking = (flow: Flow): boolean => flow.step === "day" || flow.step === "time";

const isAsking = (flow: Flow): boolean => flow.step === "details" || flow.step === "verify";

const mayChangeSlot = (flow: Flow): boolean => isAsking(flow) && !flow.sending;

/** Whether the booking can be asked for: not twice at once, and not for a time that is known to be taken. */
export const maySend = (flow: Flow): boolean =>
  isAsking(flow) && flow.slot !== null && !flow.sending && flow.problem?.kind !== "taken";

const mayReturn = (flow: Flow, to: Step): boolean =>
  !flow.sending &&
  flow.step !== "done" &&
  flow.step !== "pay" &&
  stepsOf(flow).includes(to) &&
  ORDER.indexOf(to) < ORDER.indexOf(flow.step);

/** The steps this visitor goes through; those with nothing to choose are left out. */
export const stepsOf = (flow: Flow): Step[] =>
  ORDER.filter((step) => {
    if (step === "what") return flow.bookables.length > 1;
    if (step === "which") return flow.asks_which && (flow.bookable?.resources.length ?? 0) > 1;
    return (step !== "verify" && step !== "pay") || step === flow.step;
  });

/** The step before the present one, or null where there is none to go back to. */
export function previousStep(flow: Flow): Step | null {
  const before = stepsOf(flow)[stepsOf(flow).indexOf(flow.step) - 1];
  return before && mayReturn(flow, before) ? before : null;
}
