import { addDays, clampDate, SPAN_DAYS } from "../choose/dates";
import { moveDay } from "../choose/move-day";
import { isLater, isPicking, type FlowEvent, type Step } from "../flow";
import type { Field } from "../shared/details";
import { dateInZone, datesWords, dateWords, zoneOr } from "../shared/format";
import { fillPlural } from "../shared/texts";
import type { Store } from "../store";
import type { Config } from "../wire";
import { loadFullTimes } from "./full-times";
import { loadCheckout, move } from "./move";
import { isPassing } from "./trouble";
import { visitOf } from "./visit";

// A visitor's actions. Loaded when they approach, or immediately for returning visitors.

/** Delays in seconds before automatically retrying a failed start. */
const TRIES_AFTER = [2, 5, 15, 30];

/** The element is in the page. */
export function begin(store: Store): void {
  const visit = visitOf(store);
  clearTimeout(visit.next_try);
  visit.history.begin();
  addEventListener("pagehide", visit.onPageHide);
  addEventListener("pageshow", visit.onPageShow);
  store.state.checkout?.continueHold(store);
}

export function stop(store: Store): void {
  const visit = visitOf(store);
  clearTimeout(visit.next_try);
  visit.history.stop();
  removeEventListener("pagehide", visit.onPageHide);
  removeEventListener("pageshow", visit.onPageShow);
  store.state.checkout?.stop(store);
}

/** Clears progress, including the saved state. */
export function forget(store: Store): void {
  store.stop();
  void store.state.checkout?.releaseHold(store);
  visitOf(store).memory.forget();
}

/** Replaces the configuration in place, for editors. */
export function redraw(store: Store, config: Config): void {
  const before = store.state;
  const bookables = store.bookables(config);
  const same = before.config && JSON.stringify(before.flow.bookables) === JSON.stringify(bookables);
  store.set({ config });
  if (!same) move(store, { type: "opened", bookables, asks_which: config.steps.choose_resource });
  store.proceed();
}

/** Preloads the next code and data when the visitor approaches. */
export function preload(store: Store): void {
  const visit = visitOf(store);
  if (visit.touched || !store.state.config) return;
  visit.touched = true;
  void loadCheckout(store);
  if (isPicking(store.state.flow)) prefetchNext(store);
}

/** Prefetches the next four weeks. */
export function prefetchNext(store: Store): void {
  const { calendar } = store;
  const isOffered = calendar.to < calendar.limits.max;
  if (!visitOf(store).touched || !isOffered || !calendar.shown?.availability) return;
  const query = calendar.query(addDays(calendar.from, SPAN_DAYS));
  const prefetch = () => calendar.spans.prefetch(query);
  if (typeof requestIdleCallback === "function") requestIdleCallback(prefetch);
  else setTimeout(prefetch, 300);
}

export type Choice = Extract<FlowEvent, { type: `${string}_chosen` }>;

export function choose(store: Store, event: Choice): void {
  const visit = visitOf(store);
  preload(store);
  visit.touched = true;
  const again = event.type === "slot_chosen" && store.state.flow.step === "details";
  if (!again) visit.together = null;
  move(store, event);
  if (event.type === "day_chosen") announceDay(store, event.date);
  if (event.type !== "slot_chosen") return;
  if (again) store.set({ focus: "step" });
  store.page.emit("booking-slot-select", { slot: event.slot });
}

export function back(store: Store, to: Step): void {
  if (store.state.adding) return store.set({ adding: false, focus: "step" });
  const visit = visitOf(store);
  visit.touched = true;
  if (visit.together && (to === "day" || to === "time")) to = "what";
  if (!visit.history.back(store.state.flow.step, to)) move(store, { type: "returned", to });
}

/** Shows the services that can be booked together with the chosen one. */
export function addService(store: Store): void {
  visitOf(store).touched = true;
  void import("../combine/index").then(
    (combine) => store.set({ combine, adding: true, focus: "step" }),
    () => store.set({ announcement: store.page.t().problem_unreachable }),
  );
}

/** Displays other days, so many later (earlier when negative). */
export function turn(store: Store, count: number): void {
  const { calendar } = store;
  preload(store);
  calendar.open(addDays(calendar.from, count));
}

/** Focuses a day and displays it. */
export function goToDay(store: Store, date: string): void {
  const { calendar } = store;
  visitOf(store).touched = true;
  const day = clampDate(date, calendar.limits.min, calendar.limits.max);
  calendar.focused_day = day;
  calendar.open(day);
  store.set({ focus: { day } });
}

/** Moves focus in the calendar by keyboard. */
export function moveByKey(
  store: Store,
  date: string,
  key: string,
  grid: { first_day: number; rtl: boolean },
): void {
  preload(store);
  const day = moveDay(date, key, grid);
  if (day) goToDay(store, day);
}

export function changeZone(store: Store, zone: string | null | undefined): void {
  const { calendar } = store;
  const { slot } = store.state.flow;
  calendar.zone = zoneOr(zone);
  // Keep the chosen slot's day displayed.
  if (slot) calendar.from = calendar.startOf(dateInZone(slot.starts_at, calendar.zone));
  store.showIfPicking();
  store.page.changed();
}

/** Party size changes the available times. */
export function changeParty(store: Store, size: number): void {
  preload(store);
  change(store, "party_size", String(size));
  store.calendar.resetSelection();
  store.showIfPicking();
}

/** Stores input and clears its error; other errors wait for the next submit. */
export function change(
  store: Store,
  field: Field,
  value: string | boolean | readonly string[],
): void {
  const { details, errors } = store.state;
  store.set({
    details: { ...details, [field]: value },
    errors: new Map([...errors].filter(([other]) => other !== field)),
  });
}

/** Retries the last failure, once the service allows it. */
export function retry(store: Store): void {
  const { flow, checkout, retry_at } = store.state;
  if (Date.now() < retry_at) return;
  store.set({ focus: "step" });
  if (!isLater(flow.step)) void store.start();
  else if (checkout) checkout.retry(store);
  else void loadCheckout(store);
}

/** Retries automatically if nothing can be displayed for a transient reason. */
export function retryLater(store: Store): void {
  const visit = visitOf(store);
  const { failure, retry_at } = store.state;
  const seconds = TRIES_AFTER[visit.tries];
  if (!seconds || !failure || !isPassing(failure)) return;
  visit.tries++;
  const ms = Math.max(seconds * 1000, retry_at - Date.now());
  visit.next_try = setTimeout(() => void store.start(), ms);
}

/** The service asked to wait: blocks retries and shows a countdown. */
export function wait(store: Store, seconds: number): void {
  store.set({ retry_at: Date.now() + seconds * 1000 });
  countDown(store);
}

function countDown(store: Store): void {
  store.page.changed();
  if (Date.now() < store.state.retry_at) setTimeout(() => countDown(store), 1000);
}

/** Announces the displayed days. */
export function announceDays(store: Store): void {
  if (!visitOf(store).touched) return;
  const { calendar, page } = store;
  const locale = page.locale();
  const days = datesWords(calendar.from, calendar.to, locale);
  store.set({
    announcement: fillPlural(page.t(), "days_shown", calendar.days.size, locale, { days }),
  });
}

function announceDay(store: Store, day: string): void {
  loadFullTimes(store);
  const { calendar, page } = store;
  const locale = page.locale();
  const date = dateWords(day, "long", locale);
  const count = calendar.times(day).length;
  store.set({ announcement: fillPlural(page.t(), "day_label", count, locale, { date }) });
}
