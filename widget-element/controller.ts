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
import type { Texts } from "./shared/texts";
import type { AvailabilityQuery, Booked, Config, Held, Slot } from "./wire";

/** The largest party the API accepts. */
const MAX_PARTY = 500;

/** Settings from the element's attributes. */
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

/** Focus target after the next render: the step's heading, the notice, a day or a field. */
export type FocusTarget = "step" | "notice" | { day: string } | { field: Field };

/** Stored in the browser across page loads. */
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

/** The controller's interface to the element. */
export interface Host {
  locale(): string;
  t(): Texts;
  /** Something displayed has changed. */
  changed(): void;
  /** Whether the times fit next to the month. */
  isWide(): boolean;
  focusOn(target: FocusTarget): void;
  announce(text: string): void;
  /** Dispatches a DOM event; returns false if a listener prevented the default action. */
  emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean;
  /** Loads the configuration's language. */
  loadLanguageOf(config: Config): Promise<void>;
  /**
   * Lazy-loads the views for services with more than a name; null if the configuration has none.
   */
  loadServicesOf(config: Config): Promise<typeof Services | null>;
  /** Lazy-loads the interaction code. */
  loadInteractions(): Promise<
    new (controller: BookingController, api: Api, host: Host) => Interactions
  >;
  /** Lazy-loads the steps after choosing a time. */
  loadCheckout(): Promise<new (interactions: Interactions, api: Writes) => CheckoutSteps>;
  /** Named storage that survives page loads; null if storage is unavailable. */
  memory(): Memory<SavedState>;
  /** Whether saved state exists, to be read once the interactions have loaded. */
  hasSavedState(): boolean;
  /** The checkout session in the page's URL, after returning; null once the visitor starts over. */
  session(): string | null;
  /** Starts over from the first step. */
  reset(): void;
  /** Identifies this element in the browser's history. */
  id: string;
}

/**
 * Handles a visitor from the first request to the first view; `Interactions` handles their input.
 */
export class BookingController {
  config: Config | null = null;
  /** Why the configuration could not be loaded; nothing can be displayed without it. */
  failure: Problem | null = null;
  flow: Flow = closed;
  /**
   * Views for categories, descriptions, pictures, lengths and locations, if the configuration has
   * any.
   */
  services: typeof Services | null = null;
  details: Details;
  errors: ReadonlyMap<Field, string> = new Map();
  /** No retries before this time (ms), as requested by the service. */
  retry_at = 0;
  interactions: Interactions | null = null;
  checkout: CheckoutSteps | null = null;
  /** Why a part failed to load. */
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
        chose: (day) => this.#selectInitialDay(day),
        known: () => this.interactions?.prefetchNext(),
      },
      api.availability,
      { zone: zoneOr(settings.timeZone), date: settings.date },
    );
  }

  /**
   * Loads missing data: first the configuration together with the month that will probably be
   * displayed.
   */
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
      // Error messages are part of the interactions. If those can't load either, the service is
      // unreachable.
      if (error instanceof Refusal) await this.loadInteractions();
      if (!signal.aborted) this.fail(error, (problem) => (this.failure = problem));
    }
  }

  /** Aborts all loading. Data and input stay, and a booking in progress continues. */
  stop(): void {
    this.#loads.abort();
    this.calendar.months.stop();
    this.interactions?.stop();
  }

  /** Handles visitor input, immediately or once the interaction code has loaded. */
  act(what: (interactions: Interactions) => unknown): void {
    if (this.interactions) what(this.interactions);
    else void this.loadInteractions().then((interactions) => interactions && what(interactions));
  }

  /**
   * Preloads the interaction code when the visitor approaches. A failure leaves the view unchanged.
   */
  preload(): void {
    this.#prepare((interactions) => interactions.preload());
  }

  #prepare(what: (interactions: Interactions) => unknown): void {
    void this.#loadInteractions().then(what, () => undefined);
  }

  /** Loads the interaction code; on failure shows a problem and returns null. */
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

  /** Lazy-loads the views the configuration's services need. */
  async loadServices(config: Config): Promise<void> {
    this.services = await this.host.loadServicesOf(config).catch(() => {
      throw new Refusal(unreachable());
    });
  }

  /** Shows the first step of a configuration. */
  begin(config: Config): void {
    this.config = config;
    this.flow = open(this.bookables(config), config.steps.choose_resource);
    this.fitParty();
  }

  bookables(config: Config): Bookable[] {
    const all = bookablesOf(config, this.settings);
    return this.services?.narrowed(all, Number(this.settings.lengthMinutes)) ?? all;
  }

  /** Another bookable has other times and another maximum party size. */
  fitParty(): void {
    const { bookable } = this.flow;
    this.calendar.resetSelection();
    if (bookable && !(partySize(this.details) <= partyLimit(bookable, null)))
      this.details = { ...this.details, party_size: String(partyLimit(bookable, null)) };
  }

  /** Converts a refusal into a displayed problem; other errors are bugs and rethrown. */
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
    // For any resource, availability is queried separately.
    const isShown = isSame && isPicking(this.flow) && !isForAnyone(this.flow);
    if (config.availability && isShown) this.calendar.know(config.availability);
    this.host.emit("booking-ready", { config });
    this.proceed();
    // Load after the first render, so the first click doesn't wait.
    setTimeout(() => this.#prepare((interactions) => interactions.loadCheckout()));
  }

  /**
   * Continues with the current step after the element moved in the DOM or its configuration loaded.
   */
  proceed(): void {
    this.showIfPicking();
    if (isLater(this.flow.step)) this.act((interactions) => interactions.goOn());
    this.host.changed();
  }

  /** The calendar selected its initial day. */
  #selectInitialDay(day: string): void {
    if (this.interactions)
      return this.interactions.advance({ type: "day_chosen", date: day }, !this.host.isWide());
    this.flow = chooseDay(this.flow, day);
    if (this.config?.steps.waitlist) this.act((interactions) => interactions.askFullTimes());
    this.host.changed();
  }

  /** Loads the month if one is displayed. */
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

/** Parameters that determine availability, whatever it is for. */
const rangeOf = ({ from, to, tz, party_size, length_minutes }: AvailabilityQuery): string =>
  [from, to, tz, party_size, length_minutes].join();
