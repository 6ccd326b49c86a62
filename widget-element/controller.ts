import type { Acts } from "./acting/acts";
import type { Memory } from "./acting/memory";
import type { Writes } from "./acting/writes";
import type { Api } from "./api";
import { bookablesOf, partyLimit } from "./bookables";
import { Calendar } from "./calendar";
import { partySize, type Details, type Field } from "./details";
import type { BookingEvents } from "./events";
import { chooseDay, closed, isLater, isPicking, open, type Flow, type Step } from "./flow";
import { zoneOr } from "./format";
import type { LaterSteps } from "./later/later-steps";
import { Refusal, unreachable, type Problem } from "./problem";
import type { Strings } from "./strings";
import type { AvailabilityQuery, Booked, Config, Held, Slot } from "./wire";

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
  /** What answers to the visitor, which loads on its own. */
  loadActs(): Promise<new (controller: BookingController, api: Api, host: Host) => Acts>;
  /** The steps after the choice of a time, which load on their own. */
  loadLater(): Promise<new (acts: Acts, api: Writes) => LaterSteps>;
  /** What outlives the page, by a name; null where nothing may be kept. */
  memory(): Memory<Kept>;
  /** Whether something is kept, to be looked at once the acts are there. */
  remembers(): boolean;
  /** The checkout that the visitor is back from, as the page's address says; null once they have begun again. */
  session(): string | null;
  /** Begins again, from the first step. */
  again(): void;
  /** Names this element in the browser's history. */
  id: string;
}

/** Takes one visitor from the first request to the first view; what they do there is answered by `Acts`. */
export class BookingController {
  config: Config | null = null;
  /** Why the configuration could not be read; without it nothing can be shown. */
  failure: Problem | null = null;
  flow: Flow = closed;
  details: Details;
  errors: ReadonlyMap<Field, string> = new Map();
  /** Until when (ms) the service asked not to be tried again. */
  retry_at = 0;
  acts: Acts | null = null;
  later: LaterSteps | null = null;
  /** Why a part could not be loaded. */
  later_problem: Problem | null = null;

  readonly host: Host;
  readonly calendar: Calendar;
  readonly settings: Settings;
  readonly #api: Api;
  #loads = new AbortController();
  #loading_acts: Promise<Acts> | null = null;

  constructor(host: Host, api: Api, settings: Settings) {
    this.host = host;
    this.settings = settings;
    this.#api = api;
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
        loaded: (month) => (month.problem ? this.report(month.problem) : this.acts?.monthLoaded()),
        roomy: host.roomy,
        chose: (day) => this.#land(day),
        known: () => this.acts?.prefetchNext(),
      },
      api.availability,
      { zone: zoneOr(settings.timeZone), date: settings.date },
    );
  }

  /** Asks for what is not known yet: at first the configuration and, with it, the month that will probably be shown. */
  async start(): Promise<void> {
    this.#loads = new AbortController();
    this.failure = null;
    this.acts?.begin();
    if (this.config) return this.proceed();
    const { signal } = this.#loads;
    const query = this.calendar.query();
    try {
      const config = await this.#api.config(query, signal);
      await this.host.speak(config);
      if (this.host.remembers()) await this.loadActs();
      if (!signal.aborted) this.#open(config, query);
    } catch (error) {
      // What is wrong is said by the acts; where they cannot be had either, the service cannot be reached.
      if (error instanceof Refusal) await this.loadActs();
      if (!signal.aborted) this.fail(error, (problem) => (this.failure = problem));
    }
  }

  /** Stops every load. What is known and typed stays, and a booking under way is not given up. */
  stop(): void {
    this.#loads.abort();
    this.calendar.stop();
    this.acts?.stop();
  }

  /** The visitor did something: answered at once, or as soon as the part that answers is there. */
  act(what: (acts: Acts) => void): void {
    if (this.acts) what(this.acts);
    else void this.loadActs().then((acts) => acts && what(acts));
  }

  /** The visitor has come near: what answers to them is fetched. Where it cannot be had, nothing they look at is taken away. */
  interest(): void {
    void this.#loadActs().then(
      (acts) => acts.interest(),
      () => undefined,
    );
  }

  /** Loads what answers to the visitor; null where it cannot be had, and then says so. */
  loadActs(): Promise<Acts | null> {
    return this.#loadActs().catch(() => {
      this.report((this.failure = unreachable()));
      return null;
    });
  }

  #loadActs(): Promise<Acts> {
    return (this.#loading_acts ??= this.host.loadActs().then(
      (Acts) => {
        this.acts = new Acts(this, this.#api, this.host);
        if (!this.#loads.signal.aborted) this.acts.begin();
        this.host.changed();
        return this.acts;
      },
      (error: unknown) => {
        this.#loading_acts = null;
        throw error;
      },
    ));
  }

  /** Tries again what last failed, once the service lets it. */
  retry(): void {
    if (Date.now() < this.retry_at) return;
    this.act((acts) => acts.retry());
    this.host.changed();
  }

  /** Shows what can be booked, from the beginning. */
  begin(config: Config): void {
    this.config = config;
    this.flow = open(bookablesOf(config, this.settings), config.steps.choose_resource);
    this.fitParty();
  }

  /** Another bookable has other times and another largest party. */
  fitParty(): void {
    const { bookable } = this.flow;
    this.calendar.land();
    if (bookable && !(partySize(this.details) <= partyLimit(bookable, null)))
      this.details = { ...this.details, party_size: String(partyLimit(bookable, null)) };
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

  #open(config: Config, query: AvailabilityQuery): void {
    this.begin(config);
    this.acts?.resume();
    const { from, to, tz, party_size } = this.calendar.query();
    const same = from === query.from && to === query.to && tz === query.tz && party_size === query.party_size;
    if (config.availability && same && isPicking(this.flow)) this.calendar.know(config.availability);
    this.host.emit("booking-ready", { config });
    this.proceed();
  }

  /** Goes on with the present step: an element that was moved in its page, or one whose configuration is there. */
  proceed(): void {
    this.showIfPicking();
    if (isLater(this.flow.step)) this.act((acts) => acts.goOn());
    this.host.changed();
  }

  /** The calendar chose its first day by itself. */
  #land(day: string): void {
    if (this.acts) return this.acts.advance({ type: "day_chosen", date: day }, !this.host.roomy());
    this.flow = chooseDay(this.flow, day);
    if (this.config?.steps.waitlist) this.act((acts) => acts.askFullTimes());
    this.host.changed();
  }

  /** Makes the month known, where one is shown. */
  showIfPicking(): void {
    if (isPicking(this.flow)) this.calendar.show();
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
