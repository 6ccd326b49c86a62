import type { Flow } from "../flow";
import { save } from "../interactions/move";
import { checkPayment, enterPayment, lookAgain, stopPayment } from "../pay/payment";
import type { Store } from "../store";
import { needsProof, verificationMode } from "../verify/verification";
import { endHold, isHolding, releaseHold, stopHold, takeHold } from "./hold";
import { withStep } from "./later-steps";
import { lacksQuestions, loadQuestions, mostDates, typedDetails } from "./requirements";
import { send } from "./send";

/** Fills in the booking link's customer, unless the page sets one or input exists. */
export function fillFromLink(store: Store): void {
  const { config, details } = store.state;
  const { name, email, phone } = config?.booking_link?.customer ?? {};
  store.set({
    details: {
      ...details,
      name: details.name ?? name,
      email: details.email ?? email,
      phone: details.phone ?? phone,
    },
  });
}

/** The visitor moved to, or within, the steps after choosing a time. */
export function enter(store: Store, before: Flow): void {
  const { config, flow } = store.state;
  if (
    flow.step === "details" &&
    flow.slot &&
    (before.step !== "details" || before.slot !== flow.slot)
  ) {
    takeHold(store, flow.slot);
    // On failure, submitting the form retries and reports it.
    if (lacksQuestions(store)) void loadQuestions(store).catch(() => undefined);
  }
  if (flow.step === "details" && mostDates(store)) void withStep(store, "repeat", () => undefined);
  if (flow.step === "verify" || verificationMode(store) !== "off")
    void withStep(store, "verify", () => undefined);
  if (flow.step === "pay" || config?.payment !== "off")
    void withStep(store, "pay", () => undefined);
  if (flow.step === "pay" && before.step !== "pay") enterPayment(store, before);
  if (flow.step === "done" || flow.step === "pay") endHold(store);
}

/** The visitor returned to the time step; releasing the hold makes their time free again. */
export function leave(store: Store): void {
  void releaseHold(store)?.then(() => {
    store.calendar.spans.markStale();
    store.showIfPicking();
  });
}

/**
 * The visitor leaves the page: others may have the time at once. Its token stays saved, since a
 * page that is loaded again, or in another language, replaces the hold; so does what was typed.
 */
export function leavePage(store: Store): void {
  if (!store.state.flow.booked) save(store, typedDetails(store));
  if (!store.state.flow.sending) void releaseHold(store);
}

/** The browser restored the page from its cache. */
export function returnToPage(store: Store): void {
  const { step, slot } = store.state.flow;
  if (step === "pay") lookAgain(store);
  else if (isHolding(step) && slot) takeHold(store, slot);
}

export function stop(store: Store): void {
  stopHold(store);
  stopPayment(store);
}

/** Retries what failed in the current step. */
export function retry(store: Store): void {
  const { step } = store.state.flow;
  if (step === "pay") checkPayment(store);
  else if (step === "verify" && needsProof(store))
    void withStep(store, "verify", ({ retryCode }) => retryCode(store));
  else void send(store);
}
