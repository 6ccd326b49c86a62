import type { Api } from "../api";
import { addMonths, clampDate, monthOf } from "../choose/month";
import { moveDay } from "../choose/move-day";
import { otherZones } from "../choose/other-zones";
import { clampMonth } from "../choose/times";
import type { BookingController, Host, SavedState } from "../controller";
import { closed, isBefore, isLater, isPicking, type FlowEvent, type Step } from "../flow";
import { momentFacts } from "../shared/chosen-time";
import type { Field } from "../shared/details";
import { dateInZone, dateWords, zoneOr } from "../shared/format";
import { unreachable } from "../shared/problem";
import { fillPlural } from "../shared/texts";
import { fullGroup, fullTimes } from "../waiting-list/full-times";
import type { AvailabilityQuery, Config, Held, Schedule, Slot } from "../wire";
import { advance } from "./advance";
import { stateToSave, restoredFrom } from "./saved-booking";
import { isPaidElsewhere, type Memory } from "./memory";
import { StepHistory } from "./step-history";
import { emptyMonth, failed, isPassing, missedDay, noTimes, trouble } from "./trouble";
import { writesOf } from "./writes";

/** Delays in seconds before automatically retrying a failed start. */
const TRIES_AFTER = [2, 5, 15, 30];

/** Handles visitor input. Loaded when they approach, or immediately for returning visitors. */
export class Interactions {
  /** Focus moves only after the visitor has interacted, never on page load. */
  touched = false;
  /** A hold from before the page reload. */
  kept_hold: Held | null = null;
  // Views rarely needed initially.
  readonly momentFacts = momentFacts;
  readonly fullGroup = fullGroup;
  readonly trouble = trouble;
  readonly failed = failed;
  readonly missedDay = missedDay;
  readonly emptyMonth = emptyMonth;
  readonly noTimes = noTimes;
  readonly controller: BookingController;
  readonly #host: Host;
  readonly #api: Api;
  readonly #memory: Memory<SavedState>;
  readonly #history: StepHistory;
  readonly #whole = new Map<string, Promise<Schedule | undefined>>();
  #loading_checkout: Promise<void> | null = null;
  /** Navigating through history: don't push entries. */
  #is_led = false;
  #tries = 0;
  #next_try: ReturnType<typeof setTimeout> | undefined;

  constructor(controller: BookingController, api: Api, host: Host) {
    this.controller = controller;
    this.#api = api;
    this.#host = host;
    this.#memory = host.memory();
    this.#history = new StepHistory(host.id, (to) => this.#moveTo(to));
  }

  begin(): void {
    clearTimeout(this.#next_try);
    this.#history.begin();
    this.controller.checkout?.holding.goOn();
  }

  stop(): void {
    clearTimeout(this.#next_try);
    this.#history.stop();
    this.controller.checkout?.stop();
  }

  /** Clears progress, including the saved state. */
  forget(): void {
    this.controller.stop();
    void this.controller.checkout?.holding.release();
    this.#memory.forget();
  }

  /** Replaces the configuration in place, for editors. */
  async redraw(config: Config): Promise<void> {
    const { controller } = this;
    await controller.loadServices(config);
    const before = controller.config;
    const bookables = controller.bookables(config);
    const same = before && JSON.stringify(controller.flow.bookables) === JSON.stringify(bookables);
    controller.config = config;
    if (!same)
      this.advance({ type: "opened", bookables, asks_which: config.steps.choose_resource });
    controller.proceed();
  }

  /** Preloads the next code and data when the visitor approaches. */
  preload(): void {
    const { controller } = this;
    if (this.touched || !controller.config) return;
    this.touched = true;
    void this.loadCheckout();
    if (isPicking(controller.flow)) this.prefetchNext();
  }

  /** Prefetches the next month. */
  prefetchNext(): void {
    const { calendar } = this.controller;
    const month = addMonths(calendar.month, 1);
    if (
      !this.touched ||
      clampMonth(month, calendar.limits) !== month ||
      !calendar.shown?.availability
    )
      return;
    const query = calendar.query(month);
    const prefetch = () => calendar.months.prefetch(query);
    if (typeof requestIdleCallback === "function") requestIdleCallback(prefetch);
    else setTimeout(prefetch, 300);
  }

  choose(event: Extract<FlowEvent, { type: `${string}_chosen` }>): void {
    this.preload();
    this.touched = true;
    const again = event.type === "slot_chosen" && this.controller.flow.step === "details";
    this.advance(event);
    if (event.type === "day_chosen") this.#announceDay(event.date);
    if (event.type !== "slot_chosen") return;
    if (again) this.#host.focusOn("step");
    this.#host.emit("booking-slot-select", { slot: event.slot });
  }

  back(to: Step): void {
    this.touched = true;
    if (!this.#history.back(this.controller.flow.step, to)) this.advance({ type: "returned", to });
  }

  turnMonth(count: number): void {
    const { calendar } = this.controller;
    this.preload();
    calendar.open(addMonths(calendar.month, count));
  }

  /** Focuses a day of any month and displays that month. */
  goToDay(date: string): void {
    const { calendar } = this.controller;
    this.touched = true;
    const day = clampDate(date, calendar.limits.min, calendar.limits.max);
    calendar.focused_day = day;
    calendar.open(monthOf(day));
    this.#host.focusOn({ day });
  }

  /** Moves focus in the month grid by keyboard. */
  moveByKey(date: string, key: string, grid: { first_day: number; rtl: boolean }): void {
    this.preload();
    const day = moveDay(date, key, grid);
    if (day) this.goToDay(day);
  }

  changeZone(zone: string | null | undefined): void {
    const { controller } = this;
    const { calendar, flow } = controller;
    calendar.zone = zoneOr(zone);
    // Keep the chosen slot's month displayed.
    if (flow.slot) calendar.month = monthOf(dateInZone(flow.slot.starts_at, calendar.zone));
    controller.showIfPicking();
    this.#host.changed();
  }

  /** Party size changes the available times. */
  changeParty(size: number): void {
    this.preload();
    this.change("party_size", String(size));
    this.controller.calendar.resetSelection();
    this.controller.showIfPicking();
  }

  /** Stores input and clears its error; other errors wait for the next submit. */
  change(field: Field, value: string | boolean | readonly string[]): void {
    const { controller } = this;
    controller.details = { ...controller.details, [field]: value };
    controller.errors = new Map([...controller.errors].filter(([other]) => other !== field));
    this.#host.changed();
  }

  /** Retries the last failure, once the service allows it. */
  retry(): void {
    const { controller } = this;
    if (Date.now() < controller.retry_at) return;
    this.#host.focusOn("step");
    if (!isLater(controller.flow.step)) void controller.start();
    else if (controller.checkout) controller.checkout.retry();
    else void this.loadCheckout();
  }

  /** Retries automatically if nothing can be displayed for a transient reason. */
  retryLater(): void {
    const { controller } = this;
    const seconds = TRIES_AFTER[this.#tries];
    if (!seconds || !controller.failure || !isPassing(controller.failure)) return;
    this.#tries++;
    const ms = Math.max(seconds * 1000, controller.retry_at - Date.now());
    this.#next_try = setTimeout(() => void controller.start(), ms);
  }

  /** The service asked to wait: blocks retries and shows a countdown. */
  wait(seconds: number): void {
    this.controller.retry_at = Date.now() + seconds * 1000;
    this.#countDown();
  }

  #countDown(): void {
    this.#host.changed();
    if (Date.now() < this.controller.retry_at) setTimeout(() => this.#countDown(), 1000);
  }

  /** Applies an event: next state, focus and saved progress. */
  advance(event: FlowEvent, moves_focus = true): void {
    const { controller } = this;
    const before = controller.flow;
    const flow = (controller.flow = advance(before, event));
    const { step, bookable, length_minutes, resource_id } = flow;
    if (flow === before) return;
    if (bookable !== before.bookable) {
      controller.fitParty();
      if (bookable?.schedule?.description_follows) void this.#describe(bookable.schedule);
    } else if (resource_id !== before.resource_id || length_minutes !== before.length_minutes)
      controller.calendar.resetSelection();
    if (step !== before.step) this.#entered(before.step, event, moves_focus);
    if (isLater(step)) {
      this.#host.changed();
      if (controller.checkout) controller.checkout.entered(before);
      else void this.loadCheckout();
    } else if (isLater(before.step)) controller.checkout?.left();
    if (event.type !== "opened" && event.type !== "resumed") this.keep();
    this.#host.changed();
  }

  /**
   * A schedule in full: large configurations omit questions and descriptions, which are loaded per
   * schedule.
   */
  wholeSchedule(schedule_id: string): Promise<Schedule | undefined> {
    const { configId: config_id, bookingLink: booking_link_token } = this.controller.settings;
    const named = {
      schedule_id,
      ...(config_id && { config_id }),
      ...(booking_link_token && { booking_link_token }),
    };
    const known = this.#whole.get(schedule_id);
    if (known) return known;
    const request = writesOf(this.#api)
      .configFor(named)
      .then(({ schedules }) => schedules.find(({ id }) => id === schedule_id));
    this.#whole.set(schedule_id, request);
    request.catch(() => this.#whole.delete(schedule_id));
    return request;
  }

  /** Loads the full text of a truncated description; on failure keeps the excerpt. */
  async #describe({ id }: Schedule): Promise<void> {
    const { controller } = this;
    const whole = await this.wholeSchedule(id).catch(() => undefined);
    const { bookable } = controller.flow;
    if (!whole || bookable?.schedule?.id !== id) return;
    const schedule = { ...bookable.schedule, description: whole.description };
    controller.flow = { ...controller.flow, bookable: { ...bookable, schedule } };
    this.#host.changed();
  }

  /** Saves progress for a page reload, without personal data. */
  keep(): void {
    this.#memory.keep(stateToSave(this.controller));
  }

  /** Restores progress after a page reload. */
  resume(): void {
    const saved = this.#memory.recall();
    const { controller } = this;
    const { calendar } = controller;
    const from = saved && restoredFrom(saved, controller.flow.bookables);
    // Returned from a checkout started in another browser or long ago: query the payment status.
    if (!from?.booked && this.#host.session() && !isPaidElsewhere())
      return this.advance({ type: "resumed", from: { ...controller.flow, step: "pay" } });
    if (!saved || !from) return;
    calendar.zone = zoneOr(saved.zone);
    controller.details = { ...controller.details, party_size: String(saved.party_size) };
    this.advance({ type: "resumed", from });
    const { date } = from;
    if (date) {
      calendar.hasDay = true;
      calendar.month = monthOf(date);
      calendar.focused_day = date;
    }
    this.kept_hold = saved.hold;
  }

  goOn(): void {
    void this.loadCheckout();
  }

  /** Loads the steps after choosing a time. */
  loadCheckout(): Promise<void> {
    const { controller } = this;
    if (controller.checkout) return Promise.resolve();
    controller.checkout_problem = null;
    this.#loading_checkout ??= this.#host
      .loadCheckout()
      .then(
        (Later) => {
          controller.checkout = new Later(this, writesOf(this.#api));
          if (isLater(controller.flow.step)) controller.checkout.entered(closed);
        },
        () => {
          controller.checkout_problem = unreachable();
          if (isLater(controller.flow.step)) controller.report(controller.checkout_problem);
        },
      )
      .finally(() => {
        this.#loading_checkout = null;
        this.#host.changed();
      });
    return this.#loading_checkout;
  }

  askFullTimes(): void {
    const { calendar, config, flow } = this.controller;
    if (config?.steps.waitlist && flow.date) calendar.months.prefetch(this.#dayQuery(flow.date));
  }

  /** Full times of a day with a waiting list, once loaded. */
  fullTimes(date: string): Slot[] {
    const known = this.controller.calendar.months.get(this.#dayQuery(date))?.availability;
    return known ? fullTimes(known) : [];
  }

  #dayQuery(date: string): AvailabilityQuery {
    return { ...this.controller.calendar.query(), from: date, to: date, unavailable: true };
  }

  otherZones(first: readonly string[]) {
    return otherZones(first, this.controller.calendar.zone);
  }

  /** Announces the displayed month. */
  monthLoaded(): void {
    if (!this.touched) return;
    const { calendar } = this.controller;
    const locale = this.#host.locale();
    const month = dateWords(`${calendar.month}-01`, "month", locale);
    this.#host.announce(
      fillPlural(this.#host.t(), "month_shown", calendar.days.size, locale, { month }),
    );
  }

  /** Handles browser back and forward. */
  #moveTo(to: Step): void {
    const { controller } = this;
    const { bookable, length_minutes, resource_id, date, slot, waits } = controller.flow;
    this.touched = this.#is_led = true;
    this.advance({ type: "returned", to });
    // Forward: replay the same choices up to the target step.
    const choices: Partial<Record<Step, FlowEvent | null>> = {
      what: bookable && { type: "bookable_chosen", bookable },
      length: { type: "length_chosen", length_minutes },
      which: { type: "resource_chosen", resource_id },
      day: date === null ? null : { type: "day_chosen", date },
      time: slot && date ? { type: "slot_chosen", slot, date, waits } : null,
    };
    while (isBefore(controller.flow.step, to)) {
      const { step } = controller.flow;
      const choice = choices[step];
      if (choice) this.advance(choice);
      if (controller.flow.step === step) break;
    }
    this.#is_led = false;
  }

  #entered(from: Step, { type }: FlowEvent, moves_focus: boolean): void {
    const { controller } = this;
    if (type === "opened" || type === "resumed") return;
    this.#host.announce("");
    controller.errors = new Map();
    const { step } = controller.flow;
    if (this.touched && !this.#is_led && type !== "returned" && step !== "done" && step !== "pay")
      this.#history.push(from, step);
    controller.showIfPicking();
    if (step === "time") this.askFullTimes();
    if (this.touched && moves_focus) this.#host.focusOn("step");
  }

  #announceDay(date: string): void {
    const { controller } = this;
    this.askFullTimes();
    const locale = this.#host.locale();
    const count = controller.calendar.times(date).length;
    this.#host.announce(
      fillPlural(this.#host.t(), "day_label", count, locale, {
        date: dateWords(date, "long", locale),
      }),
    );
  }
}
