import type { Availability, AvailabilityQuery, Slot } from "../wire";
import type { Bookable } from "./bookables";
import { clampDate, lastDayOf, monthOf } from "./month";
import { Months, type FetchAvailability, type Month } from "./months";
import { clampMonth, dateLimits, landing, openDays } from "./times";

/** Whose availability is requested. Before the configuration is known `bookable` is null and the page's attributes decide. */
export interface CalendarScope {
  bookable: Bookable | null;
  resource_ids: readonly string[];
  schedule_id: string | null | undefined;
  length_minutes: string | number | null | undefined;
  party_size: number;
}

/** Where the calendar is shown. */
export interface Surface {
  /** Something that is shown has changed. */
  changed(): void;
  /** Whether the times have room beside the month: then a day is chosen from the start. */
  isWide(): boolean;
}

export interface CalendarHost {
  wanted(): CalendarScope;
  /** The month that is shown is known, or could not be read (`problem`). */
  loaded(month: Month): void;
  /** The calendar chose a day itself: the page's default, or the first. */
  chose(date: string): void;
  /** The month that is shown is known, and what comes next may be fetched beforehand. */
  known(): void;
}

/** The calendar's state: which month and day are shown, in which zone, and the times known of them. */
export class Calendar {
  zone: string;
  month: string;
  /** The day that takes the focus in the grid; null: the first day with times. */
  focused_day: string | null = null;
  /** The day the page asked for, where it has no times. */
  missed: string | null = null;
  /** The times known so far. */
  readonly months: Months;

  readonly #surface: Surface;
  readonly #host: CalendarHost;
  #wish: string | null;
  /** A day was chosen, or is not to be chosen again. */
  landed = false;

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

  /** The first and the last date that may be shown. */
  get limits(): { min: string; max: string } {
    return dateLimits(this.#host.wanted().bookable, this.zone, Date.now());
  }

  get shown(): Month | null {
    return this.months.get(this.query());
  }

  /** The bookable times of the month that is shown, by day. */
  get days(): Map<string, Slot[]> {
    return daysOf(this.shown);
  }

  /** The days of the month that is shown whose times are all taken. */
  get full(): Set<string> {
    const days = this.shown?.availability?.days ?? [];
    return new Set(days.filter(({ state }) => state === "full").map(({ date }) => date));
  }

  /** The month of a day, whichever month is shown. */
  monthWith(date: string): Month | null {
    return this.months.get(this.query(monthOf(date)));
  }

  /** The bookable times of a day, whichever month is shown. */
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

  /** Takes the times of the month that is shown, which came with the configuration. */
  know(availability: Availability): void {
    this.months.know(this.query(), availability);
  }

  /** Makes the month that is shown known. */
  show(): void {
    this.month = clampMonth(this.month, this.limits);
    this.months.show(this.query());
    if (!this.landed && this.shown?.availability) this.#land(this.shown.availability);
    this.#surface.changed();
  }

  /** Shows another month, held between today's and the last that can be booked. */
  open(month: string): void {
    const wanted = clampMonth(month, this.limits);
    if (wanted === this.month) return;
    this.month = wanted;
    this.missed = null;
    this.show();
    if (this.shown?.availability) this.#host.loaded(this.shown);
  }

  /** The next month shown chooses its day again: on its first free day, or where there is one. */
  resetSelection(): void {
    this.landed = false;
    this.focused_day = null;
  }

  #changed(month: Month): void {
    if (this.shown === month) {
      if (!this.landed && month.availability) this.#land(month.availability);
      if (this.shown === month) this.#host.loaded(month);
      if (!month.problem) this.#host.known();
    }
    this.#surface.changed();
  }

  #land(availability: Availability): void {
    this.landed = true;
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
