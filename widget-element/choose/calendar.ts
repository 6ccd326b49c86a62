import type { Availability, AvailabilityQuery, Slot } from "../wire";
import type { Bookable } from "./bookables";
import { addDays, clampDate, SPAN_DAYS, spanStart } from "./dates";
import { Spans, type FetchAvailability, type Span } from "./spans";
import { dateLimits, landing, openDays } from "./times";

/**
 * Whose availability is requested. Before the configuration is known `bookable` is null and the
 * page's attributes decide.
 */
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
  /** Whether the times fit next to the calendar; then a day is selected initially. */
  isWide(): boolean;
}

export interface CalendarHost {
  wanted(): CalendarScope;
  /** The displayed days have loaded or failed (`problem`). */
  loaded(span: Span): void;
  /** The calendar selected a day itself: the page's default, or the first available. */
  chose(date: string): void;
  /** The displayed days have loaded, so the next ones may be prefetched. */
  known(): void;
}

/** State of the calendar: the four weeks it displays, its day, time zone, and loaded times. */
export class Calendar {
  zone: string;
  /** First of the displayed days. */
  from: string;
  /** The focusable day of the grid; null: the first day with times. */
  focused_day: string | null = null;
  /** The day requested by the page, if it has no times. */
  missed: string | null = null;
  /** Loaded times. */
  readonly spans: Spans;

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
    this.spans = new Spans(ask, (span) => this.#changed(span));
    this.zone = start.zone;
    this.#wish = start.date && /^\d{4}-\d\d-\d\d$/.test(start.date) ? start.date : null;
    this.from = this.startOf(this.#wish ?? "");
  }

  /** First and last selectable date. */
  get limits(): { min: string; max: string } {
    return dateLimits(this.#host.wanted().bookable, this.zone, Date.now());
  }

  /** Last of the displayed days. */
  get to(): string {
    return lastOf(this.from);
  }

  /** First of the four weeks that display a day, or the nearest that can be booked. */
  startOf(date: string): string {
    const { min, max } = this.limits;
    return spanStart(clampDate(date, min, max), min);
  }

  isShown(date: string): boolean {
    return date >= this.from && date <= this.to;
  }

  get shown(): Span | null {
    return this.spans.get(this.query());
  }

  /** Bookable times of the displayed days. */
  get days(): Map<string, Slot[]> {
    return daysOf(this.shown);
  }

  /** Displayed days whose times are all taken. */
  get full(): Set<string> {
    const days = this.shown?.availability?.days ?? [];
    return new Set(days.filter(({ state }) => state === "full").map(({ date }) => date));
  }

  /** The four weeks that contain a day, displayed or not. */
  spanWith(date: string): Span | null {
    return this.spans.get(this.query(this.isShown(date) ? this.from : this.startOf(date)));
  }

  /** Bookable times of a day, displayed or not. */
  times(date: string): Slot[] {
    return daysOf(this.spanWith(date)).get(date) ?? [];
  }

  query(from = this.from): AvailabilityQuery {
    const { bookable: _, ...wanted } = this.#host.wanted();
    return { ...wanted, from, to: lastOf(from), tz: this.zone };
  }

  /** Stores the displayed days' times, received with the configuration. */
  know(availability: Availability): void {
    this.spans.know(this.query(), availability);
  }

  /** Loads the displayed days. */
  show(): void {
    const { min, max } = this.limits;
    if (this.from < min || this.from > max) this.from = this.startOf(this.from);
    this.spans.show(this.query());
    if (!this.hasDay && this.shown?.availability) this.#selectInitialDay(this.shown.availability);
    this.#surface.changed();
  }

  /** Displays the four weeks with a day, or the nearest that can be booked. */
  open(date: string): void {
    const from = this.isShown(date) ? this.from : this.startOf(date);
    if (from === this.from) return;
    this.from = from;
    this.missed = null;
    this.show();
    if (this.shown?.availability) this.#host.loaded(this.shown);
  }

  /** Lets the next displayed days select their first available one again. */
  resetSelection(): void {
    this.hasDay = false;
    this.focused_day = null;
  }

  #changed(span: Span): void {
    if (this.shown === span) {
      if (!this.hasDay && span.availability) this.#selectInitialDay(span.availability);
      if (this.shown === span) this.#host.loaded(span);
      if (!span.problem) this.#host.known();
    }
    this.#surface.changed();
  }

  #selectInitialDay(availability: Availability): void {
    this.hasDay = true;
    const { day, chosen, missed } = landing(availability, this.#wish, this.#surface.isWide());
    this.#wish = null;
    this.focused_day = day;
    if (day) this.open(day);
    this.missed = missed;
    if (chosen) this.#host.chose(chosen);
  }
}

const lastOf = (from: string): string => addDays(from, SPAN_DAYS - 1);

const daysOf = (span: Span | null): Map<string, Slot[]> =>
  span?.availability ? openDays(span.availability) : new Map<string, Slot[]>();
