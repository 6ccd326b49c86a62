import { closed, isBefore, isLater, type FlowEvent, type Step } from "../flow";
import { zoneOr } from "../shared/format";
import { unreachable } from "../shared/problem";
import type { Details } from "../shared/details";
import type { Store } from "../store";
import type { Schedule } from "../wire";
import { advance } from "./advance";
import { loadFullTimes } from "./full-times";
import { isPaidElsewhere } from "./memory";
import { wholeSchedule } from "./requests";
import { restoredFrom, stateToSave } from "./saved-booking";
import { visitOf } from "./visit";

/** Applies an event: next state, focus and saved progress. */
export function move(store: Store, event: FlowEvent, moves_focus = true): void {
  const before = store.state.flow;
  const flow = advance(before, event);
  if (flow === before) return;
  store.set({ flow, adding: false });
  const { step, bookable, length_minutes, resource_id } = flow;
  if (bookable !== before.bookable) {
    store.fitParty();
    if (bookable?.schedule?.description_follows) void describe(store, bookable.schedule);
  } else if (resource_id !== before.resource_id || length_minutes !== before.length_minutes)
    store.calendar.resetSelection();
  if (step !== before.step) entered(store, before.step, event, moves_focus);
  const { checkout } = store.state;
  if (isLater(step)) {
    if (checkout) checkout.enter(store, before);
    else void loadCheckout(store);
  } else if (isLater(before.step)) checkout?.leave(store);
  if (event.type !== "opened" && event.type !== "resumed") save(store);
}

function entered(store: Store, from: Step, { type }: FlowEvent, moves_focus: boolean): void {
  if (type === "opened" || type === "resumed") return;
  store.set({ announcement: "", errors: new Map() });
  const { step } = store.state.flow;
  const { touched, is_led, together, history } = visitOf(store);
  if (
    touched &&
    !is_led &&
    type !== "returned" &&
    type !== "visit_changed" &&
    step !== "done" &&
    step !== "pay"
  )
    history.push(from, step);
  store.showIfPicking();
  if (step === "time") loadFullTimes(store);
  const isBack = together && step === "what";
  if (isBack) Object.assign(store.calendar, together);
  if (touched && moves_focus) store.set({ focus: isBack ? "class" : "step" });
}

/** Loads the full text of a truncated description; on failure keeps the excerpt. */
async function describe(store: Store, { id }: Schedule): Promise<void> {
  const whole = await wholeSchedule(store, id).catch(() => undefined);
  const { flow } = store.state;
  const { bookable } = flow;
  if (!whole || bookable?.schedule?.id !== id) return;
  const schedule = { ...bookable.schedule, description: whole.description };
  store.set({ flow: { ...flow, bookable: { ...bookable, schedule } } });
}

/** Handles browser back and forward. */
export function moveTo(store: Store, to: Step): void {
  const visit = visitOf(store);
  const { bookable, length_minutes, resource_id, date, slot, waits } = store.state.flow;
  visit.touched = visit.is_led = true;
  move(store, { type: "returned", to });
  // Forward: replay the same choices up to the target step.
  const choices: Partial<Record<Step, FlowEvent | null>> = {
    what: bookable && { type: "bookable_chosen", bookable },
    length: { type: "length_chosen", length_minutes },
    which: { type: "resource_chosen", resource_id },
    day: date === null ? null : { type: "day_chosen", date },
    time: slot && date ? { type: "slot_chosen", slot, date, waits } : null,
  };
  while (isBefore(store.state.flow.step, to)) {
    const { step } = store.state.flow;
    const choice = choices[step];
    if (choice) move(store, choice);
    if (store.state.flow.step === step) break;
  }
  visit.is_led = false;
}

/** Loads the steps after choosing a time. */
export function loadCheckout(store: Store): Promise<void> {
  if (store.state.checkout) return Promise.resolve();
  const visit = visitOf(store);
  store.set({ part_problem: null });
  visit.loading_checkout ??= import("../details/index")
    .then(
      (checkout) => {
        store.set({ checkout });
        checkout.fillFromLink(store);
        if (isLater(store.state.flow.step)) checkout.enter(store, closed);
      },
      () => {
        const part_problem = unreachable();
        store.set({ part_problem });
        if (isLater(store.state.flow.step)) store.report(part_problem);
      },
    )
    .finally(() => (visit.loading_checkout = null));
  return visit.loading_checkout;
}

/** Saves progress for a page reload, with personal data only in `typed`. */
export function save(store: Store, typed?: Details): void {
  visitOf(store).memory.keep({ ...stateToSave(store), typed });
}

/** Restores progress after a page reload. */
export function resume(store: Store): void {
  const { calendar, page } = store;
  const { flow } = store.state;
  const saved = visitOf(store).memory.recall();
  const from = saved && restoredFrom(saved, flow.bookables);
  // Returned from a checkout started in another browser or long ago: query the payment status.
  if (!from?.booked && page.session() && !isPaidElsewhere())
    return move(store, { type: "resumed", from: { ...flow, step: "pay" } });
  if (!saved || !from) return;
  calendar.zone = zoneOr(saved.zone);
  const details = {
    ...store.state.details,
    ...saved.typed,
    party_size: String(saved.party_size),
  };
  store.set({ details });
  visitOf(store).left_hold = saved.hold?.hold_token;
  move(store, { type: "resumed", from });
  const { date } = from;
  if (!date) return;
  calendar.hasDay = true;
  calendar.from = calendar.startOf(date);
  calendar.focused_day = date;
}
