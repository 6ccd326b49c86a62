import { isForAnyone, type Step } from "../flow";
import { move, save } from "../interactions/move";
import { post } from "../interactions/requests";
import { visitOf } from "../interactions/visit";
import { partySize } from "../shared/details";
import { Refusal, type Problem } from "../shared/problem";
import type { Store } from "../store";
import type { Held, Slot } from "../wire";
import { shownAmount, shownDeposit, type Wanted } from "./form";
import { partyOf } from "./party";
import { kindsOf } from "./requirements";
import { withdrawalOf } from "./withdrawn";

// Holds the chosen time while the visitor fills in the form. Without a hold, the flow continues
// without a countdown.

/** If the visitor's clock is off by more than this, no countdown is shown. */
const LONGEST_MS = 2 * 3_600_000;

/** Seconds left, or null without a hold. */
export function secondsHeld({ state }: Store): number | null {
  if (!state.hold) return null;
  const left = Date.parse(state.hold.expires_at) - Date.now();
  return left > 0 && left < LONGEST_MS ? Math.ceil(left / 1000) : null;
}

export function takeHold(store: Store, slot: Slot): void {
  const { hold, details, flow } = store.state;
  visitOf(store).has_warned = false;
  store.set({ hold_over: false });
  const party_size = partySize(details);
  const isSame = hold?.slot_id === slot.id && hold.party_size === party_size;
  const isPriced = (hold?.price_amount ?? 0) === shownAmount(slot, details, kindsOf(store));
  if (secondsHeld(store) !== null && isSame && isPriced) return countDown(store);
  if (flow.waits || flow.bookable?.visit) return void releaseHold(store);
  visitOf(store).hold_answered = request(store, slot, party_size);
}

async function request(store: Store, slot: Slot, party_size: number): Promise<void> {
  const { settings, state } = store;
  const visit = visitOf(store);
  const replaces = state.hold?.hold_token ?? visit.left_hold;
  visit.left_hold = undefined;
  endHold(store);
  try {
    const kinds = kindsOf(store);
    const expected_amount = shownAmount(slot, state.details, kinds);
    const body = {
      ...wantedOf(store, slot),
      party_size,
      party: partyOf(state.details, kinds),
      expected_amount,
      expected_deposit_amount:
        shownDeposit(
          expected_amount,
          slot,
          { ...state.details, payment: "now" },
          state.flow.bookable?.schedule,
        ) ?? 0,
      replaces,
      config_id: settings.configId ?? undefined,
      booking_link_token: settings.bookingLink ?? undefined,
    };
    // A hold for any resource may be on another slot; track it by the chosen one.
    const hold = { ...(await post(store, "hold", body, { anew: true })), slot_id: slot.id };
    const { flow } = store.state;
    if (flow.slot !== slot || !isHolding(flow.step)) return void giveBack(store, hold);
    store.set({ hold });
    countDown(store);
    save(store);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (store.state.flow.slot !== slot) return;
    // Other errors don't block: the booking request decides.
    const { kind, code } = error.problem;
    if (kind === "taken" || code === "price_changed")
      lose(store, await withdrawalOf(store, error.problem));
  }
}

/** A rejected hold predicts the booking's rejection, so show it before submitting. */
function lose(store: Store, problem: Problem): void {
  if (problem.kind === "taken") store.calendar.spans.clear();
  move(store, { type: "lost", problem });
  store.set({ focus: "notice" });
}

/** The booking target of a chosen time. */
export function wantedOf(
  { state }: Store,
  { id, resource_id, schedule_id, starts_at }: Slot,
): Wanted {
  const { flow } = state;
  const length = flow.length_minutes === null ? {} : { length_minutes: flow.length_minutes };
  // Even for any resource, send the displayed slot, so a more expensive one is never booked. If
  // the slot was deleted since, its start identifies the time and alternatives are offered.
  const anyone = isForAnyone(flow) && schedule_id !== null;
  return {
    slot_id: id,
    resource_id: anyone ? "any" : resource_id,
    schedule_id: schedule_id ?? undefined,
    starts_at,
    ...length,
  };
}

/** Releases the hold; null if there is none. */
export function releaseHold(store: Store): Promise<void> | null {
  const { hold } = store.state;
  endHold(store);
  return hold ? giveBack(store, hold) : null;
}

// It expires anyway, so a failure is ignored.
const giveBack = (store: Store, { hold_token }: Held): Promise<void> =>
  post(store, "hold/release", { hold_token }, { anew: true, keepalive: true }).catch(
    () => undefined,
  );

/** Steps that keep the chosen time held. */
export const isHolding = (step: Step): boolean => step === "details" || step === "verify";

/** Clears the hold after it was used, lost or released. */
export function endHold(store: Store): void {
  stopHold(store);
  store.set({ hold: null, hold_over: false });
}

/** Stops the countdown. */
export function stopHold(store: Store): void {
  clearInterval(visitOf(store).hold_timer);
}

/** Resumes the countdown after the element moved in the DOM. */
export function continueHold(store: Store): void {
  if (store.state.hold) countDown(store);
}

function countDown(store: Store): void {
  stopHold(store);
  visitOf(store).hold_timer = setInterval(() => tick(store), 1000);
}

function tick(store: Store): void {
  const visit = visitOf(store);
  const t = store.page.t();
  const left = secondsHeld(store);
  if (left === null) {
    endHold(store);
    store.set({ hold_over: true, announcement: t.held_over });
  } else if (left <= 60 && !visit.has_warned) {
    visit.has_warned = true;
    store.set({ announcement: t.held_soon });
  } else store.page.changed();
}
