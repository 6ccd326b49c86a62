import {
  choose,
  chooseDay,
  isLater,
  isPicking,
  open,
  stepOfResource,
  stepsBefore,
  type Flow,
  type FlowEvent,
} from "../flow";
import type { Bookable } from "../choose/bookables";
import type { Problem } from "../shared/problem";
import type { Booked, Booking } from "../wire";

/** The state after an event. */
export function advance(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case "opened":
      return open(event.bookables, event.asks_which);
    case "resumed":
      return { ...flow, ...event.from };
    case "bookable_chosen":
      return flow.step === "what" ? choose(flow, event.bookable) : flow;
    case "length_chosen":
      return flow.step === "length" && flow.bookable
        ? chooseLength(flow, flow.bookable, event.length_minutes)
        : flow;
    case "resource_chosen":
      return flow.step === "which"
        ? { ...flow, resource_id: event.resource_id, date: null, slot: null, step: "day" }
        : flow;
    case "visit_changed":
      return isLater(flow.step)
        ? flow
        : {
            ...choose(flow, event.bookable),
            length_minutes: event.length_minutes,
            resource_id: event.resource_id,
            step: "day",
          };
    case "day_chosen":
      return chooseDay(flow, event.date);
    case "slot_chosen":
      return isPicking(flow) || mayChangeSlot(flow)
        ? {
            ...flow,
            slot: event.slot,
            date: event.date,
            waits: event.waits ?? false,
            step: "details",
            problem: null,
          }
        : flow;
    case "returned":
      return stepsBefore(flow).includes(event.to)
        ? { ...flow, step: event.to, problem: null }
        : flow;
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
        ? {
            ...flow,
            sending: false,
            booked: event.booked,
            step: event.booked.payment?.checkout_url ? "pay" : "done",
          }
        : flow;
    case "joined":
      return flow.sending ? { ...flow, sending: false, joined: event.joined, step: "done" } : flow;
    case "payment_asked":
      return flow.step === "pay" ? { ...flow, booked: withBooking(flow, event.booking) } : flow;
    case "payment_seen":
      return flow.step === "pay"
        ? { ...flow, booked: withBooking(flow, event.booking), step: "done" }
        : flow;
  }
}

/** Not all resources offer every length: drop a resource that doesn't. */
const chooseLength = (flow: Flow, bookable: Bookable, length_minutes: number | null): Flow => ({
  ...choose(flow, bookable),
  length_minutes,
  step: stepOfResource(flow, bookable),
});

/** The updated booking; if another browser made it, without the guest's private links. */
const withBooking = ({ booked }: Flow, booking: Booking): Booked =>
  booked ? { ...booked, booking } : { booking, manage_url: "", payment: null };

/** Code errors are shown at the code; all others belong to the details. */
const refuse = (flow: Flow, problem: Problem): Flow => ({
  ...flow,
  sending: false,
  problem,
  step: problem.kind === "taken" || problem.kind === "invalid" ? "details" : flow.step,
});

const isAsking = (flow: Flow): boolean => flow.step === "details" || flow.step === "verify";

const mayChangeSlot = (flow: Flow): boolean => isAsking(flow) && !flow.sending;

/**
 * Whether the booking can be sent: not while one is in flight, and not for a time known to be
 * taken.
 */
export const maySend = (flow: Flow): boolean =>
  isAsking(flow) && flow.slot !== null && !flow.sending && flow.problem?.kind !== "taken";
