import type { Store } from "../store";
import { moveTo } from "./move";
import { StepHistory } from "./step-history";
import type { Visit } from "./visit";

export const newVisit = (store: Store): Visit => ({
  touched: false,
  is_led: false,
  together: null,
  memory: store.page.memory(),
  history: new StepHistory(store.page.id, (to) => moveTo(store, to)),
  tries: 0,
  next_try: undefined,
  schedules: new Map(),
  loading_checkout: null,
  attempts: new Map(),
  hold_answered: Promise.resolve(),
  hold_timer: undefined,
  left_hold: undefined,
  has_warned: false,
  code_timer: undefined,
  payment_timer: undefined,
  has_left: false,
  onPageHide: () => store.state.checkout?.leavePage(store),
  // Browser Back may restore the page from cache, so its hold and payment may be outdated.
  onPageShow: ({ persisted }) => persisted && store.state.checkout?.returnToPage(store),
});
