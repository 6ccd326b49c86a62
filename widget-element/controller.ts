import type { Api } from "./api";
import { bookablesOf, partyLimit, sameBookable, type Bookable } from "./bookables";
import { Calendar } from "./calendar";
import { partySize, type Details, type Field } from "./details";
import type { BookingEvents } from "./events";
import { advance, closed, isLater, type Flow, type FlowEvent, type Step } from "./flow";
import { dateWords, zoneOr } from "./format";
import type { LaterSteps } from "./later/later-steps";
import type { Memory } from "./memory";
import { addMonths } from "./month";
import type { Month } from "./months";
import { problemOf, Refusal, type Problem } from "./problem";
import { fillPlural, type Strings } from "./strings";
import { Trail } from "./trail";
import type { AvailabilityQuery, Booked, Config, Held, Question, Slot } from "./wire";

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

/** What is kept while the page is away. */
export interface Kept {
  step: Step;
  schedule_id: string | null;
  resource_id: string | null;
  first_resource_id: string | null;
  date: string | null;
  slot: Slot | null;
  waits: boolean;
  party_size: number;
  zone: string;
  booked: Booked | null;
  hold: Held | null;
}

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
  /** The configuration is known: speaks its language. */
  speak(config: Config): Promise<void>;
  /** The steps after the choice of a time, which load on their own. */
  loadLater(): Promise<new (controller: BookingController, api: Api) => LaterSteps>;
  memory: Memory<Kept>;
  /** Names this element in the browser's history. */
  id: string;
}

/** Takes one visitor from the first request to the choice of a time, and hands over to the later steps. */
export class BookingController {
  config: Config | null = null;
  /** Why the configuration could not be read; without it nothing can be shown. */
  failure: Problem | null = null;
  flow: Flow = closed;
  details: Details;
  errors: ReadonlyMap<Field, string> = new Map();
  /** Until when (ms) the service asked not to be tried again. */
  retry_at = 0;
  later: LaterSteps | null = null;
  /** Why the later steps could not be loaded. */
  later_problem: Problem | null = null;

  readonly host: Host;
  readonly calendar: Calendar;
  readonly settings: Settings;
  readonly #api: Api;
  readonly #trail: Trail;
  #loads = new AbortController();
  #loading_later: Promise<void> | null = null;
  /** The focus follows the visitor; it is never taken from the page before they came. */
  #touched = false;
  /** The browser's history leads; nothing is added to it. */
  #is_led = false;

  constructor(host: Host, api: Api, settings: Settings) {
    this.host = host;
    this.settings = settings;
    this.#api = api;
    this.#trail = new Trail(host.id, (to) => this.#moveTo(to));
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
        chose: (day) => this.advance({ type: "day_chosen", date: day }, !host.roomy()),
        interested: () => this.#touched,
      },
      api.availability,
      { zone: zoneOr(settings.timeZone), date: settings.date },
    );
  }

  /** Those of the configuration, then the schedule's own. */
  get questions(): readonly Question[] {
    return [...(this.config?.questions ?? []), ...(this.flow.bookable?.schedule?.questions ?? [])];
  }

  /** Asks for what is not known yet: at first the configuration and, with it, the month that will probably be shown. */
  async start(): Promise<void> {
    this.#loads = new AbortController();
    this.#trail.begin();
    if (this.config) return this.#continue();
    this.failure = null;
    const { signal } = this.#loads;
    const query = this.calendar.query();
    try {
      const config = await this.#api.config(query, signal);
      await this.host.speak(config);
      if (!signal.aborted) this.#open(config, query);
    } catch (error) {
      if (!signal.aborted) this.fail(error, (problem) => (this.failure = problem));
    }
  }

  /** Stops every load. What is known and typed stays, and a booking under way is not given up. */
  stop(): void {
    this.#loads.abort();
    this.#trail.stop();
    this.calendar.stop();
    this.later?.stop();
  }

  /** Forgets where the visitor was, also for when the page is loaded again. */
  forget(): void {
    this.stop();
    void this.later?.holding.release();
    this.host.memory.forget();
  }

  /** Shows another configuration in place, as an editor changes it. */
  redraw(config: Config): void {
    const before = this.config;
    this.config = config;
    const bookables = bookablesOf(config, this.settings);
    const same = before && JSON.stringify(this.flow.bookables) === JSON.stringify(bookables);
    if (!same) this.advance({ type: "opened", bookables, asks_which: config.steps.choose_resource });
    this.#continue();
    this.host.changed();
  }

  /** The visitor has come near: what they will need next is fetched. */
  interest(): void {
    if (this.#touched || !this.config) return;
    this.#touched = true;
    void this.loadLater();
    if (isPicking(this.flow)) this.calendar.prefetchNext();
  }

  choose(event: Extract<FlowEvent, { type: `${string}_chosen` }>): void {
    this.interest();
    this.#touched = true;
    const again = event.type === "slot_chosen" && this.flow.step === "details";
    this.advance(event);
    if (event.type === "day_chosen") this.#announceDay(event.date);
    if (event.type !== "slot_chosen") return;
    if (again) this.host.focusOn("step");
    this.host.emit("booking-slot-select", { slot: event.slot });
  }

  back(to: Step): void {
    this.#touched = true;
    if (!this.#trail.back(this.flow.step, to)) this.advance({ type: "returned", to });
  }

  turnMonth(count: number): void {
    this.interest();
    this.calendar.open(addMonths(this.calendar.month, count));
  }

  goToDay(date: string): void {
    this.#touched = true;
    this.host.focusOn({ day: this.calendar.goTo(date) });
  }

  /** Moves through the month grid by a key; false when the key means nothing there. */
  moveByKey(date: string, key: string, grid: { first_day: number; rtl: boolean }): boolean {
    this.interest();
    const day = this.calendar.moveByKey(date, key, grid);
    if (day) this.host.focusOn({ day });
    return day !== null;
  }

  changeZone(zone: string | null | undefined): void {
    this.calendar.changeZone(zoneOr(zone), this.flow.slot?.starts_at ?? null);
    this.showIfPicking();
    this.host.changed();
  }

  /** Another number of people have other times. */
  changeParty(size: number): void {
    this.interest();
    this.change("party_size", String(size));
    this.calendar.land();
    this.showIfPicking();
  }

  /** Keeps what is typed. Its error is taken back at once; the others wait for the next sending. */
  change(field: Field, value: string | boolean | readonly string[]): void {
    this.details = { ...this.details, [field]: value };
    this.errors = new Map([...this.errors].filter(([other]) => other !== field));
    this.host.changed();
  }

  /** Tries again what last failed, once the service lets it. */
  retry(): void {
    if (Date.now() < this.retry_at) return;
    this.host.focusOn("step");
    if (isLater(this.flow.step)) void (this.later ? this.later.retry() : this.loadLater());
    else void this.start();
    this.host.changed();
  }

  /** Takes note of what happened: the next state, where the focus goes, and what is kept. */
  advance(event: FlowEvent, moves_focus = true): void {
    const before = this.flow;
    this.flow = advance(before, event);
    const { step, bookable, resource_id } = this.flow;
    if (this.flow === before) return;
    if (bookable !== before.bookable || resource_id !== before.resource_id) this.calendar.land();
    if (bookable && bookable !== before.bookable && !(partySize(this.details) <= partyLimit(bookable, null)))
      this.details = { ...this.details, party_size: String(partyLimit(bookable, null)) };
    if (step !== before.step) this.#entered(before.step, event, moves_focus);
    if (isLater(step)) {
      this.host.changed();
      if (this.later) this.later.entered(before);
      else void this.loadLater();
    } else if (isLater(before.step)) this.later?.left();
    if (event.type !== "opened" && event.type !== "resumed") this.keep();
    this.host.changed();
  }

  /** Keeps where the visitor is for when the page is loaded again: no name, no address, no answer. */
  keep(): void {
    const { step, bookable, resource_id, date, slot, waits, booked } = this.flow;
    this.host.memory.keep({
      step,
      schedule_id: bookable?.schedule?.id ?? null,
      first_resource_id: bookable?.resources[0]?.id ?? null,
      resource_id,
      date,
      slot,
      waits,
      party_size: partySize(this.details) || 1,
      zone: this.calendar.zone,
      booked,
      hold: this.later?.hold ?? null,
    });
  }

  /** Takes a refusal as a problem to show; anything else is a fault of ours and is thrown on. */
  fail(error: unknown, show: (problem: Problem) => void): void {
    if (!(error instanceof Refusal)) throw error;
    show(error.problem);
    this.report(error.problem);
  }

  report({ kind, code, message, request_id, retry_after_seconds }: Problem): void {
    this.host.emit("booking-error", { code, message, request_id });
    this.host.changed();
    if (kind !== "busy") return;
    this.retry_at = Date.now() + retry_after_seconds * 1000;
    this.#countDown();
  }

  /** Loads the steps that follow the choice of a time. */
  loadLater(): Promise<void> {
    if (this.later) return Promise.resolve();
    this.later_problem = null;
    this.#loading_later ??= this.host
      .loadLater()
      .then(
        (Later) => {
          this.later = new Later(this, this.#api);
          if (isLater(this.flow.step)) this.later.entered(closed);
        },
        () => {
          this.later_problem = problemOf(0, { error: { code: "unreachable" } }, null, 0);
          if (isLater(this.flow.step)) this.report(this.later_problem);
        },
      )
      .finally(() => {
        this.#loading_later = null;
        this.host.changed();
      });
    return this.#loading_later;
  }

  #open(config: Config, query: AvailabilityQuery): void {
    this.config = config;
    const kept = this.host.memory.recall();
    const bookables = bookablesOf(config, this.settings);
    this.advance({ type: "opened", bookables, asks_which: config.steps.choose_resource });
    if (kept) this.#resume(kept, bookables);
    const { from, to, tz, party_size } = this.calendar.query();
    const same = from === query.from && to === query.to && tz === query.tz && party_size === query.party_size;
    if (config.availability && same && isPicking(this.flow)) this.calendar.know(config.availability);
    this.host.emit("booking-ready", { config });
    this.#continue();
  }

  #resume(kept: Kept, bookables: readonly Bookable[]): void {
    const bookable = bookables.find((one) => sameBookable(one, kept.schedule_id, kept.first_resource_id)) ?? null;
    const { step, resource_id, date, slot, waits, booked } = kept;
    const is_over = slot !== null && Date.parse(slot.starts_at) < Date.now() && !booked;
    const is_complete = step === "done" || step === "pay" ? booked : bookable && (!isLater(step) || slot);
    if (!is_complete || is_over || step === "what") return;
    this.calendar.zone = zoneOr(kept.zone);
    this.details = { ...this.details, party_size: String(kept.party_size) };
    const at = step === "verify" ? "details" : step;
    this.advance({ type: "resumed", from: { step: at, bookable, resource_id, date, slot, waits, booked } });
    if (date) this.calendar.stayOn(date);
    this.kept_hold = kept.hold;
  }

  /** A hold from before the page was loaded again. */
  kept_hold: Held | null = null;

  #continue(): void {
    this.later?.holding.goOn();
    this.showIfPicking();
    if (isLater(this.flow.step)) void this.loadLater();
  }

  /** The browser's own way back and forward through the steps. */
  #moveTo(to: Step): void {
    const { date, slot, waits } = this.flow;
    const before = this.flow;
    this.#touched = this.#is_led = true;
    this.advance({ type: "returned", to });
    if (to === "time" && date && before.step === "day") this.advance({ type: "day_chosen", date });
    if (to === "details" && slot && date && isPicking(before)) this.advance({ type: "slot_chosen", slot, date, waits });
    this.#is_led = false;
  }

  #entered(from: Step, { type }: FlowEvent, moves_focus: boolean): void {
    if (type === "opened" || type === "resumed") return;
    this.host.announce("");
    this.errors = new Map();
    const { step } = this.flow;
    if (this.#touched && !this.#is_led && type !== "returned" && step !== "done" && step !== "pay")
      this.#trail.push(from, step);
    this.showIfPicking();
    if (step === "time") this.#askFullTimes();
    if (this.#touched && moves_focus) this.host.focusOn("step");
  }

  #askFullTimes(): void {
    if (this.config?.steps.waitlist && this.flow.date) this.calendar.askFullTimes(this.flow.date);
  }

  #announceDay(date: string): void {
    this.#askFullTimes();
    const locale = this.host.locale();
    const count = this.calendar.times(date).length;
    this.host.announce(fillPlural(this.host.t().day_label, count, locale, { date: dateWords(date, "long", locale) }));
  }

  /** Makes the month known, where one is shown. */
  showIfPicking(): void {
    if (isPicking(this.flow)) this.calendar.show();
  }

  #monthLoaded({ problem }: Month): void {
    if (problem) return this.report(problem);
    const locale = this.host.locale();
    const month = dateWords(`${this.calendar.month}-01`, "month", locale);
    if (this.#touched)
      this.host.announce(fillPlural(this.host.t().month_shown, this.calendar.days.size, locale, { month }));
  }

  #wanted() {
    const { bookable, resource_id } = this.flow;
    const chosen = resource_id ?? this.settings.resourceId;
    return {
      bookable,
      resource_ids: chosen ? [chosen] : (bookable?.resources.map(({ id }) => id) ?? []),
      schedule_id: bookable ? (bookable.schedule?.id ?? null) : this.settings.scheduleId,
      party_size: Math.min(MAX_PARTY, Math.max(1, partySize(this.details)) || 1),
    };
  }

  /** Renders once a second while the service asked to wait. */
  #countDown(): void {
    this.host.changed();
    if (Date.now() < this.retry_at) setTimeout(() => this.#countDown(), 1000);
  }
}

const isPicking = ({ step }: Flow): boolean => step === "day" || step === "time";
