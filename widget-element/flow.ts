import type { Bookable } from "./bookables";
import type { Problem } from "./problem";
import type { Booked, Slot } from "./wire";

/**
 * The step machine of a booking. Pure: no clock, no network, no element. `advance` takes the state and what
 * happened and gives the next state; what cannot happen in a state leaves it as it is.
 */

/** `what`: which bookable. `which`: on which of its resources. Both are skipped when there is nothing to choose. */
export type Step = "what" | "which" | "day" | "time" | "details" | "done";

export interface Flow {
  readonly step: Step;
  readonly bookables: readonly Bookable[];
  readonly bookable: Bookable | null;
  /** The chosen resource; null: no preference. */
  readonly resource_id: string | null;
  readonly date: string | null;
  readonly slot: Slot | null;
  readonly sending: boolean;
  readonly problem: Problem | null;
  readonly booked: Booked | null;
}

export type FlowEvent =
  | { type: "opened"; bookables: readonly Bookable[] }
  | { type: "bookable_chosen"; bookable: Bookable }
  | { type: "resource_chosen"; resource_id: string | null }
  | { type: "day_chosen"; date: string }
  | { type: "slot_chosen"; slot: Slot; date: string }
  | { type: "returned"; to: Step }
  | { type: "sent" }
  | { type: "refused"; problem: Problem }
  | { type: "booked"; booked: Booked };

const ORDER: readonly Step[] = ["what", "which", "day", "time", "details", "done"];

/** The state before anything is known. */
export const closed: Flow = {
  step: "what",
  bookables: [],
  bookable: null,
  resource_id: null,
  date: null,
  slot: null,
  sending: false,
  problem: null,
  booked: null,
};

/** The state after something happened. */
export function advance(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case "opened":
      return open(event.bookables);
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
        ? { ...flow, slot: event.slot, date: event.date, step: "details", problem: null }
        : flow;
    case "returned":
      return mayReturn(flow, event.to) ? { ...flow, step: event.to, problem: null } : flow;
    case "sent":
      return maySend(flow) ? { ...flow, sending: true, problem: null } : flow;
    case "refused":
      return flow.sending ? { ...flow, sending: false, problem: event.problem } : flow;
    case "booked":
      return flow.sending ? { ...flow, sending: false, booked: event.booked, step: "done" } : flow;
  }
}

const open = (bookables: readonly Bookable[]): Flow => {
  const only = bookables.length === 1 ? bookables[0] : undefined;
  return only ? choose({ ...closed, bookables }, only) : { ...closed, bookables };
};

function choose(flow: Flow, bookable: Bookable): Flow {
  const only = bookable.resources.length === 1 ? bookable.resources[0] : undefined;
  return { ...flow, bookable, resource_id: only?.id ?? null, date: null, slot: null, step: only ? "day" : "which" };
}

const isPicking = (flow: Flow): boolean => flow.step === "day" || flow.step === "time";

const mayChangeSlot = (flow: Flow): boolean => flow.step === "details" && !flow.sending;

/** Whether the booking can be asked for: not twice at once, and not for a time that is known to be taken. */
export const maySend = (flow: Flow): boolean =>
  flow.step === "details" && flow.slot !== null && !flow.sending && flow.problem?.kind !== "taken";

const mayReturn = (flow: Flow, to: Step): boolean =>
  !flow.sending && flow.step !== "done" && stepsOf(flow).includes(to) && ORDER.indexOf(to) < ORDER.indexOf(flow.step);

/** The steps this visitor goes through; those with nothing to choose are left out. */
export const stepsOf = (flow: Flow): Step[] =>
  ORDER.filter((step) => {
    if (step === "what") return flow.bookables.length > 1;
    if (step === "which") return flow.bookable ? flow.bookable.resources.length > 1 : false;
    return true;
  });

/** The step before the present one, or null where there is none to go back to. */
export function previousStep(flow: Flow): Step | null {
  const before = stepsOf(flow)[stepsOf(flow).indexOf(flow.step) - 1];
  return before && mayReturn(flow, before) ? before : null;
}
