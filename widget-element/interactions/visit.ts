import type { Calendar } from "../choose/calendar";
import type { Attempt } from "../details/attempt";
import type { Store } from "../store";
import type { Schedule } from "../wire";
import type { Memory } from "./memory";
import type { SavedState } from "./saved-booking";
import type { StepHistory } from "./step-history";

type Timer = ReturnType<typeof setTimeout>;

/** State that a visitor's actions keep between calls. Views don't read it. */
export interface Visit {
  /** Focus moves only after the visitor has interacted, never on page load. */
  touched: boolean;
  /** Navigating through history: don't push entries. */
  is_led: boolean;
  /** The days shown when the time was chosen in the week of all classes; null: it was not. */
  together: Pick<Calendar, "from" | "focused_day"> | null;
  readonly memory: Memory<SavedState>;
  readonly history: StepHistory;
  /** Automatic retries of the start. */
  tries: number;
  next_try: Timer | undefined;
  /** Schedules that were loaded in full. */
  readonly schedules: Map<string, Promise<Schedule | undefined>>;
  loading_checkout: Promise<void> | null;
  /** The last attempt of each request. */
  readonly attempts: Map<string, Attempt>;
  /**
   * Resolves when the last hold request completes: booking earlier would conflict with the
   * visitor's own hold.
   */
  hold_answered: Promise<void>;
  hold_timer: Timer | undefined;
  /** Token of a hold from before the page was loaded again. */
  left_hold: string | undefined;
  /** The query of the card's terms that are shown or on their way. */
  card_query?: string | undefined;
  /** The last minute of the hold was announced. */
  has_warned: boolean;
  code_timer: Timer | undefined;
  payment_timer: Timer | undefined;
  /** The element has left its page: payment status is no longer shown. */
  has_left: boolean;
  readonly onPageHide: () => void;
  readonly onPageShow: (event: PageTransitionEvent) => void;
}

/** The visit exists once the code of the actions has loaded. */
export const visitOf = (store: Store): Visit => store.visit!;
