import type { Api } from "./api";
import { bookablesOf, partyLimit, type Bookable } from "./choose/bookables";
import { Calendar } from "./choose/calendar";
import type { CheckoutSteps } from "./details/checkout-steps";
import type { BookingEvents } from "./events";
import {
  chooseDay,
  closed,
  isForAnyone,
  isLater,
  isPicking,
  open,
  type Flow,
  type Step,
} from "./flow";
import type { Interactions } from "./interactions/interactions";
import type { Memory } from "./interactions/memory";
import type { Writes } from "./interactions/writes";
import type * as Services from "./services/index";
import { partySize, type Details, type Field } from "./shared/details";
import { zoneOr } from "./shared/format";
import { Refusal, unreachable, type Problem } from "./shared/problem";
import type { Strings } from "./translations/strings";
import type { AvailabilityQuery, Booked, Config, Held, Slot } from "./wire";

/** The largest party the service can be asked about, whatever is typed or set. */
const MAX_PARTY = 500;

/** What the page asks of the element, by its attributes. */
export interface Settings {
  configId?: string | null;
  resourceId?: string | null;
  scheduleId?: string | null;
  bookingLink?: string | null;
  lengthMinutes?: string | number | null;
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

/** Saved in the browser while the page is away. */
export interface SavedState {
  step: Step;
  schedule_id: string | null;
  length_minutes: number | null;
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
  isWide(): boolean;
  focusOn(target: FocusTarget): void;
  announce(text: string): void;
  /** Fires a DOM event; false when a listener prevented what would follow. */
  emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean;
  /** The configuration is known: loads its language. */
  loadLanguageOf(config: Config): Promise<void>;
  /** What shows services that have more than a name, which loads on its own; null where the configuration has none. */
  loadServicesOf(config: Config): Promise<typeof Services | null>;
  /** What answers to the visitor, which loads on its own. */
  loadInteractions(): Promise<
    new (controller: BookingController, api: Api, host: Host) => Interactions
  >;
  /** The steps after the choice of a time, which load on their own. */
  loadCheckout(): Promise<new (interactions: Interactions, api: Writes) => CheckoutSteps>;
  /** What outlives the page, by a name; null where nothing may be kept. */
  memory(): Memory<SavedState>;
  /** Whether something is saved, to be looked at once the interactions are there. */
  hasSavedState(): boolean;
  /** The checkout that the visitor is back from, as the page's address says; null once they have begun again. */
  session(): string | null;
  /** Begins again, from the first step. */
  reset(): void;
  /** Names this element in the browser's history. */
  id: string;
}

/** Takes one visitor from the first request to the first view; what they do there is answered by `Interactions`. */
export class BookingController {
  config: Config | null = null;
  /** Why the configuration could not be read; without it nothing can be shown. */
  failure: Problem | null = null;
  flow: Flow = closed;
  /** What shows categories, descriptions, pictures, lengths and places, where the configuration has any. */
  services: typeof Services | null = null;
  details: Details;
  errors: ReadonlyMap<Field, string> = new Map();
  /** Until when (ms) the service asked not to be tried again. */
  retry_at = 0;
  interactions: Interactions | null = null;
  checkout: CheckoutSteps | null = null;
  /** Why a part could not be loaded. */
  checkout_problem: Problem | null = null;

  readonly host: Host;
  readonly calendar: Calendar;
  readonly settings: Settings;
  readonly #api: Api;
  #loads = new AbortController();
  #loading_interactions: Promise<Interactions> | null = null;

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
      host,
      {
        wanted: () => this.#wanted(),
        loaded: (month) =>
          month.problem ? this.report(month.problem) : this.interactions?.monthLoaded(),
        chose: (day) => this.#land(day),
        known: () => this.interactions?.prefetchNext(),
      },
      api.availability,
      { zone: zoneOr(settings.timeZone), date: settings.date },
    );
  }

  /** Asks for what is not known yet: at first the configuration and, with it, the month that will probably be shown. */
  async start(): Promise<void> {
    this.#loads = new AbortController();
    this.failure = null;
    this.interactions?.begin();
    if (this.config) return this.proceed();
    const { signal } = this.#loads;
    const query = this.calendar.query();
    try {
      const config = await this.#api.config(query, signal);
      await Promise.all([this.host.loadLanguageOf(config), this.loadServices(config)]);
      if (this.host.hasSavedState()) await this.loadInteractions();
      if (!signal.aborted) this.#open(config, query);
    } catch (error) {
      // What is wrong is said by the interactions; where they cannot be had either, the service cannot be reached.
      if (error instanceof Refusal) await this.loadInteractions();
      if (!signal.aborted) this.fail(error, (problem) => (this.failure = problem));
    }
  }

  /** Stops every load. What is known and typed stays, and a booking under way is not given up. */
  stop(): void {
    this.#loads.abort();
    this.calendar.months.stop();
    this.interactions?.stop();
  }

  /** The visitor did something: answered at once, or as soon as the part that answers is there. */
  act(what: (interactions: Interactions) => void): void {
    if (this.interactions) what(this.interactions);
    else void this.loadInteractions().then((interactions) => interactions && what(interactions));
  }

  /** The visitor has come near: what answers to them is fetched. Where it cannot be had, nothing they look at is taken away. */
  preload(): void {
    this.#prepare((interactions) => interactions.preload());
  }

  #prepare(what: (interactions: Interactions) => unknown): void {
    void this.#loadInteractions().then(what, () => undefined);
  }

  /** Loads what answers to the visitor; null where it cannot be had, and then says so. */
  loadInteractions(): Promise<Interactions | null> {
    return this.#loadInteractions().catch(() => {
      this.report((this.failure = unreachable()));
      return null;
    });
  }

  #loadInteractions(): Promise<Interactions> {
    return (this.#loading_interactions ??= this.host.loadInteractions().then(
      (Interactions) => {
        this.interactions = new Interactions(this, this.#api, this.host);
        if (!this.#loads.signal.aborted) this.interactions.begin();
        this.host.changed();
        return this.interactions;
      },
      (error: unknown) => {
        this.#loading_interactions = null;
        throw error;
      },
    ));
  }

  /** Loads what the services of a configuration need to be shown. */
  async loadServices(config: Config): Promise<void> {
    this.services = await this.host.loadServicesOf(config).catch(() => {
      throw new Refusal(unreachable());
    });
  }

  /** Shows what can be booked, from the beginning. */
  begin(config: Config): void {
    this.config = config;
    this.flow = open(this.bookables(config), config.steps.choose_resource);
    this.fitParty();
  }

  bookables(config: Config): Bookable[] {
    const all = bookablesOf(config, this.settings);
    return this.services?.narrowed(all, Number(this.settings.lengthMinutes)) ?? all;
  }

  /** Another bookable has other times and another largest party. */
  fitParty(): void {
    const { bookable } = this.flow;
    this.calendar.resetSelection();
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
    if (kind === "busy") this.act((interactions) => interactions.wait(retry_after_seconds));
    this.interactions?.retryLater();
  }

  #open(config: Config, query: AvailabilityQuery): void {
    this.begin(config);
    this.interactions?.resume();
    const isSame = rangeOf(query) === rangeOf(this.calendar.query());
    // Of anyone, who is free at a time is asked for apart.
    const isShown = isSame && isPicking(this.flow) && !isForAnyone(this.flow);
    if (config.availability && isShown) this.calendar.know(config.availability);
    this.host.emit("booking-ready", { config });
    this.proceed();
    // The parts that answer are fetched once the first view is drawn, so that the first press waits for none.
    setTimeout(() => this.#prepare((interactions) => interactions.loadCheckout()));
  }

  /** Goes on with the present step: an element that was moved in its page, or one whose configuration is there. */
  proceed(): void {
    this.showIfPicking();
    if (isLater(this.flow.step)) this.act((interactions) => interactions.goOn());
    this.host.changed();
  }

  /** The calendar chose its first day by itself. */
  #land(day: string): void {
    if (this.interactions)
      return this.interactions.advance({ type: "day_chosen", date: day }, !this.host.isWide());
    this.flow = chooseDay(this.flow, day);
    if (this.config?.steps.waitlist) this.act((interactions) => interactions.askFullTimes());
    this.host.changed();
  }

  /** Makes the month known, where one is shown. */
  showIfPicking(): void {
    if (isPicking(this.flow)) this.calendar.show();
  }

  #wanted() {
    const { bookable, resource_id, length_minutes } = this.flow;
    const chosen = isForAnyone(this.flow) ? "any" : (resource_id ?? this.settings.resourceId);
    return {
      bookable,
      length_minutes: bookable ? length_minutes : this.settings.lengthMinutes,
      resource_ids: chosen ? [chosen] : (bookable?.resources.map(({ id }) => id) ?? []),
      schedule_id: bookable ? (bookable.schedule?.id ?? null) : this.settings.scheduleId,
      party_size: Math.min(MAX_PARTY, Math.max(1, partySize(this.details)) || 1),
    };
  }
}

/** What times are asked for, whatever they are of. */
const rangeOf = ({ from, to, tz, party_size, length_minutes }: AvailabilityQuery): string =>
  [from, to, tz, party_size, length_minutes].join();
