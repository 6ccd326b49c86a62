import type { Store } from "../store";
import { moveTo } from "./move";
import { StepHistory } from "./step-history";
import type { Visit } from "./visit";

export const newVisit = (store: Store): Visit => ({
  touched: false,
  is_led: false,
  memory: store.page.memory(),
  history: new StepHistory(store.page.id, (to) => moveTo(store, to)),
  tries: 0,
  next_try: undefined,
  schedules: new Map(),
  loading_checkout: null,
  attempts: new Map(),
  hold_answered: Promise.resolve(),
  hold_timer: undefined,
  has_warned: false,
  code_timer: undefined,
  payment_timer: undefined,
  has_left: false,
  // Browser Back may restore the page from cache, so the status may be outdated.
  pageShown: ({ persisted }) => {
    if (persisted && store.state.flow.step === "pay") store.state.checkout?.lookAgain(store);
  },
});
