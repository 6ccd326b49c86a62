import type { Api } from "./api";
import { attemptFor, randomKey, type Attempt } from "./attempt";
import { Calendar } from "./calendar";
import { bookingBody, checkDetails, partySize, placeIssues, type Details, type Field } from "./details";
import type { BookingEvents } from "./events";
import { advance, closed, maySend, type Flow, type FlowEvent, type Step } from "./flow";
import { dateWords, zoneOr } from "./format";
import { addMonths } from "./month";
import type { Month } from "./months";
import { bookablesOf, partyLimit } from "./bookables";
import { Refusal, type Problem } from "./problem";
import { fill, fillPlural, type Strings } from "./strings";
import { answersFor } from "./times";
import type { Availability, AvailabilityQuery, Config, NewBooking, Question, Slot } from "./wire";

/** The largest party the service can be asked about, whatever is typed or set. */
const MAX_PARTY = 500;

/** What the page asks of the element, by its attributes. */
export interface Settings {
  configId?: string | null;
  resourceId?: string | null;
  scheduleId?: string | null;
  date?: string | null;
  partySize?: string | number | null;
  timeZone?: string | null;
  returnUrl?: string | null;
  customerName?: string | null;
  customerEmail?: string | null;
  customerPhone?: string | null;
}

/** Where the focus goes after the next rendering: the step's heading, the notice, a day or a field. */
export type FocusTarget = "step" | "notice" | { day: string } | { field: Field };

/** The element, as its controller needs it. */
export interface Host {
  locale(): string;
  t(): Strings;
  /** Something that is shown has changed. */
  changed(): void;
  /** Whether the times have room beside the month. */
  roomy(): boolean;
  focusOn(target: FocusTarget): void;
  announce(text: string): void;
  /** Fires a DOM event; false when a listener prevented what would follow. */
  emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean;
}

/** Takes one visitor from the first request to the booking: holds what is known and typed, and calls the service. */
export class BookingController {
  config: Config | null = null;
  /** Why the configuration could not be read; without it nothing can be shown. */
  failure: Problem | null = null;
  flow: Flow = closed;
  details: Details;
  errors: ReadonlyMap<Field, string> = new Map();
  /** Until when (ms) the service asked not to be tried again. */
  retry_at = 0;

  readonly host: Host;
  readonly calendar: Calendar;
  readonly #api: Api;
  readonly #settings: Settings;
  #loads = new AbortController();
  #attempt: Attempt | null = null;
  /** The focus follows the visitor; it is never taken from the page before they came. */
  #touched = false;

  constructor(host: Host, api: Api, settings: Settings) {
    this.host = host;
    this.#api = api;
    this.#settings = settings;
    this.details = {
      name: settings.customerName,
      email: settings.customerEmail,
      phone: settings.customerPhone,
      party_size: String(settings.partySize || 1),
    };
    this.calendar = new Calendar(
      {
        wanted: () => this.#wanted(),
        changed: host.changed,
        loaded: (month) => this.#monthLoaded(month),
        roomy: host.roomy,
        chose: (day) => this.#advance({ type: "day_chosen", date: day }, !host.roomy()),
      },
      api.availability,
      { zone: zoneOr(settings.timeZone), date: settings.date },
    );
  }

  get questions(): readonly Question[] {
    return this.flow.bookable?.schedule?.questions ?? [];
  }

  /** Asks for what is not known yet: at first the configuration and, beside it, the month that will probably be shown. */
  async start(): Promise<void> {
    this.#loads = new AbortController();
    if (this.config) return this.#showIfPicking();
    this.failure = null;
    const { signal } = this.#loads;
    const query = this.calendar.query();
    const guess = this.#api.availability(query, signal);
    guess.catch(() => undefined); // Its failure matters only if the guess is used, and is met there.
    try {
      const config = await this.#api.config(this.#settings.configId, signal);
      this.config = config;
      this.host.emit("booking-ready", { config });
      this.#advance({ type: "opened", bookables: bookablesOf(config, this.#settings) });
      if (this.flow.step === "day") this.#useGuess(query, guess);
      else this.#loads.abort();
    } catch (error) {
      if (!signal.aborted) this.#fail(error, (problem) => (this.failure = problem));
    }
  }

  /** Stops every load. What is known and typed stays, and a booking under way is not given up. */
  stop(): void {
    this.#loads.abort();
    this.calendar.stop();
  }

  choose(event: Extract<FlowEvent, { type: `${string}_chosen` }>): void {
    this.#touched = true;
    this.#advance(event);
    if (event.type === "slot_chosen") this.host.emit("booking-slot-select", { slot: event.slot });
  }

  back(to: Step): void {
    this.#touched = true;
    this.#advance({ type: "returned", to });
  }

  turnMonth(count: number): void {
    this.#touched = true;
    this.calendar.open(addMonths(this.calendar.month, count));
  }

  goToDay(date: string): void {
    this.#touched = true;
    this.host.focusOn({ day: this.calendar.goTo(date) });
  }

  /** Moves through the month grid by a key; false when the key means nothing there. */
  moveByKey(date: string, key: string, grid: { first_day: number; rtl: boolean }): boolean {
    this.#touched = true;
    const day = this.calendar.moveByKey(date, key, grid);
    if (day) this.host.focusOn({ day });
    return day !== null;
  }

  changeZone(zone: string | null | undefined): void {
    this.calendar.changeZone(zoneOr(zone), this.flow.slot?.starts_at ?? null);
    this.#showIfPicking();
    this.host.changed();
  }

  /** Keeps what is typed. Its error is taken back at once; the others wait for the next sending. */
  change(field: Field, value: string | boolean): void {
    this.details = { ...this.details, [field]: value };
    this.errors = new Map([...this.errors].filter(([other]) => other !== field));
    this.host.changed();
  }

  /** Tries again what last failed, once the service lets it. */
  retry(): void {
    if (Date.now() < this.retry_at) return;
    if (this.flow.step === "details") void this.send();
    else void this.start();
    this.host.changed();
  }

  /** Asks for the booking. While one request is under way another does nothing; the same content keeps its key. */
  async send(): Promise<void> {
    const { bookable, slot } = this.flow;
    if (!bookable || !slot || !maySend(this.flow) || Date.now() < this.retry_at) return;
    const limit = partyLimit(bookable, slot);
    const wrong = checkDetails(this.details, this.questions, limit);
    const t = this.host.t();
    this.errors = new Map([...wrong].map(([field, code]) => [field, fill(t[`error_${code}`], { count: limit })]));
    if (wrong.size) return this.#showErrors();
    this.#advance({ type: "sent" });
    this.#attempt = attemptFor(JSON.stringify(this.#body(slot)), this.#attempt, randomKey);
    try {
      const booked = await this.#api.book(this.#attempt.body, this.#attempt.idempotency_key);
      this.calendar.forget();
      this.#advance({ type: "booked", booked });
      this.host.emit("booking-created", { booking: booked.booking, manage_url: booked.manage_url });
      const url = booked.payment?.checkout_url;
      if (url && this.host.emit("booking-redirect", { url, booking: booked.booking })) location.assign(url);
    } catch (error) {
      this.#fail(error, (problem) => this.#refuse(problem));
    }
  }

  #refuse(refusal: Problem): void {
    // A slot that is gone or no longer within notice is, for the visitor, a time they cannot have any more.
    const isGone = refusal.code === "not_found" || refusal.code === "outside_booking_window";
    const problem: Problem = isGone ? { ...refusal, kind: "taken" } : refusal;
    this.#advance({ type: "refused", problem });
    this.errors = placeIssues(problem.issues, this.details, this.questions);
    if (problem.kind === "taken") this.calendar.forget();
    if (problem.kind === "invalid" && this.errors.size) this.#showErrors();
    else this.host.focusOn("notice");
  }

  #showErrors(): void {
    const [first] = this.errors.keys();
    this.host.focusOn(first ? { field: first } : "notice");
    this.host.announce(fillPlural(this.host.t().error_summary, this.errors.size, this.host.locale()));
    this.host.changed();
  }

  #advance(event: FlowEvent, moves_focus = true): void {
    const before = this.flow;
    this.flow = advance(before, event);
    const { step, bookable, resource_id } = this.flow;
    if (bookable !== before.bookable || resource_id !== before.resource_id) this.calendar.land();
    if (bookable && bookable !== before.bookable && !(partySize(this.details) <= partyLimit(bookable, null))) {
      this.details = { ...this.details, party_size: String(partyLimit(bookable, null)) };
    }
    if (step !== before.step && event.type !== "opened") this.#showIfPicking();
    if (step !== before.step && this.#touched && moves_focus) this.host.focusOn("step");
    this.host.changed();
  }

  #showIfPicking(): void {
    if (this.flow.step === "day" || this.flow.step === "time") this.calendar.show();
  }

  #useGuess(guessed: AvailabilityQuery, guess: Promise<Availability>): void {
    const { bookable, resource_id } = this.flow;
    this.calendar.show(async (query, signal) => {
      const same = query.to === guessed.to && query.party_size === guessed.party_size;
      const answer = await guess;
      const fits = bookable && same && answersFor(answer, bookable, resource_id);
      return fits ? answer : this.#api.availability(query, signal);
    });
  }

  #monthLoaded({ problem }: Month): void {
    if (problem) return this.#report(problem);
    const locale = this.host.locale();
    const month = dateWords(`${this.calendar.month}-01`, "month", locale);
    if (this.#touched)
      this.host.announce(fillPlural(this.host.t().month_shown, this.calendar.days.size, locale, { month }));
  }

  #wanted() {
    const { bookable, resource_id } = this.flow;
    const chosen = resource_id ?? this.#settings.resourceId;
    return {
      bookable,
      resource_ids: chosen ? [chosen] : (bookable?.resources.map(({ id }) => id) ?? []),
      schedule_id: bookable ? (bookable.schedule?.id ?? null) : this.#settings.scheduleId,
      party_size: Math.min(MAX_PARTY, Math.max(1, partySize(this.details)) || 1),
    };
  }

  #body(slot: Slot): NewBooking {
    return bookingBody(this.details, {
      slot_id: slot.id,
      questions: this.questions,
      locale: this.host.locale(),
      time_zone: this.calendar.zone,
      return_url: this.#settings.returnUrl,
    });
  }

  /** Takes a refusal as a problem to show; anything else is a fault of ours and is thrown on. */
  #fail(error: unknown, show: (problem: Problem) => void): void {
    if (!(error instanceof Refusal)) throw error;
    show(error.problem);
    this.#report(error.problem);
  }

  #report({ kind, code, message, request_id, retry_after_seconds }: Problem): void {
    this.host.emit("booking-error", { code, message, request_id });
    this.host.changed();
    if (kind !== "busy") return;
    this.retry_at = Date.now() + retry_after_seconds * 1000;
    this.#countDown();
  }

  /** Renders once a second while the service asked to wait. */
  #countDown(): void {
    this.host.changed();
    if (Date.now() < this.retry_at) setTimeout(() => this.#countDown(), 1000);
  }
}
