import type { Availability, AvailabilityQuery, Slot } from "../wire";
import type { Bookable } from "./bookables";
import { clampDate, lastDayOf, monthOf } from "./month";
import { Months, type FetchAvailability, type Month } from "./months";
import { clampMonth, dateLimits, landing, openDays } from "./times";

/** Whose availability is requested. Before the configuration is known `bookable` is null and the page's attributes decide. */
interface CalendarScope {
  bookable: Bookable | null;
  resource_ids: readonly string[];
  schedule_id: string | null | undefined;
  length_minutes: string | number | null | undefined;
  party_size: number;
}

/** The calendar's interface to its view. */
export interface Surface {
  /** Something displayed has changed. */
  changed(): void;
  /** Whether the times fit next to the month; then a day is selected initially. */
  isWide(): boolean;
}

export interface CalendarHost {
  wanted(): CalendarScope;
  /** The displayed month has loaded or failed (`problem`). */
  loaded(month: Month): void;
  /** The calendar selected a day itself: the page's default, or the first available. */
  chose(date: string): void;
  /** The displayed month has loaded, so the next one may be prefetched. */
  known(): void;
}

/** State of the calendar: displayed month and day, time zone, and loaded times. */
export class Calendar {
  zone: string;
  month: string;
  /** The focusable day of the grid; null: the first day with times. */
  focused_day: string | null = null;
  /** The day requested by the page, if it has no times. */
  missed: string | null = null;
  /** Loaded times by month. */
  readonly months: Months;

  readonly #surface: Surface;
  readonly #host: CalendarHost;
  #wish: string | null;
  /** The initial day was selected, or must not be selected again. */
  hasDay = false;

  constructor(
    surface: Surface,
    host: CalendarHost,
    ask: FetchAvailability,
    start: { zone: string; date: string | null | undefined },
  ) {
    this.#surface = surface;
    this.#host = host;
    this.months = new Months(ask, (month) => this.#changed(month));
    this.zone = start.zone;
    this.#wish = start.date && /^\d{4}-\d\d-\d\d$/.test(start.date) ? start.date : null;
    this.month = monthOf(clampDate(this.#wish ?? "", this.limits.min, this.limits.max));
  }

  /** First and last selectable date. */
  get limits(): { min: string; max: string } {
    return dateLimits(this.#host.wanted().bookable, this.zone, Date.now());
  }

  get shown(): Month | null {
    return this.months.get(this.query());
  }

  /** Bookable times of the displayed month, by day. */
  get days(): Map<string, Slot[]> {
    return daysOf(this.shown);
  }

  /** Days of the displayed month whose times are all taken. */
  get full(): Set<string> {
    const days = this.shown?.availability?.days ?? [];
    return new Set(days.filter(({ state }) => state === "full").map(({ date }) => date));
  }

  /** The month that contains a day, displayed or not. */
  monthWith(date: string): Month | null {
    return this.months.get(this.query(monthOf(date)));
  }

  /** Bookable times of a day, in any loaded month. */
  times(date: string): Slot[] {
    return daysOf(this.monthWith(date)).get(date) ?? [];
  }

  query(month = this.month): AvailabilityQuery {
    const { bookable: _, ...wanted } = this.#host.wanted();
    const { min } = this.limits;
    const first = `${month}-01`;
    const from = first < min ? min : first;
    return { ...wanted, from, to: lastDayOf(month), tz: this.zone };
  }

  /** Stores the displayed month's times, received with the configuration. */
  know(availability: Availability): void {
    this.months.know(this.query(), availability);
  }

  /** Loads the displayed month. */
  show(): void {
    this.month = clampMonth(this.month, this.limits);
    this.months.show(this.query());
    if (!this.hasDay && this.shown?.availability) this.#selectInitialDay(this.shown.availability);
    this.#surface.changed();
  }

  /** Displays another month, clamped to the bookable range. */
  open(month: string): void {
    const wanted = clampMonth(month, this.limits);
    if (wanted === this.month) return;
    this.month = wanted;
    this.missed = null;
    this.show();
    if (this.shown?.availability) this.#host.loaded(this.shown);
  }

  /** Lets the next displayed month select its first available day again. */
  resetSelection(): void {
    this.hasDay = false;
    this.focused_day = null;
  }

  #changed(month: Month): void {
    if (this.shown === month) {
      if (!this.hasDay && month.availability) this.#selectInitialDay(month.availability);
      if (this.shown === month) this.#host.loaded(month);
      if (!month.problem) this.#host.known();
    }
    this.#surface.changed();
  }

  #selectInitialDay(availability: Availability): void {
    this.hasDay = true;
    const { month, day, chosen, missed } = landing(
      availability,
      this.month,
      this.#wish,
      this.#surface.isWide(),
    );
    this.#wish = null;
    this.focused_day = day;
    this.open(month);
    this.missed = missed;
    if (chosen) this.#host.chose(chosen);
  }
}

const daysOf = (month: Month | null): Map<string, Slot[]> =>
  month?.availability ? openDays(month.availability) : new Map<string, Slot[]>();
