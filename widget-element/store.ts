import type { Api } from "./api";
import { bookablesOf, partyLimit, type Bookable } from "./choose/bookables";
import { Calendar } from "./choose/calendar";
import type * as Combine from "./combine/index";
import type * as Checkout from "./details/index";
import type { BookingEvents } from "./events";
import { chooseDay, closed, isForAnyone, isLater, isPicking, open, type Flow } from "./flow";
import { loadInteractionsPart } from "./interactions-part";
import type * as Interactions from "./interactions/index";
import type { Memory } from "./interactions/memory";
import type { SavedState } from "./interactions/saved-booking";
import type { Visit } from "./interactions/visit";
import type { PaymentState } from "./pay/payment";
import type * as Services from "./services/index";
import type * as Timetable from "./timetable/index";
import type * as Together from "./together/index";
import { partySize, type Details, type Field } from "./shared/details";
import { zoneOr } from "./shared/format";
import { Refusal, unreachable, type Problem } from "./shared/problem";
import type { Texts } from "./shared/texts";
import type { Proof, SentCode } from "./verify/verification";
import type { AvailabilityQuery, CardTerms, Config, Held, Schedule, Series } from "./wire";

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

/** Focus target after the next render: the step's heading, the notice, the chosen class, a day or a field. */
export type FocusTarget = "step" | "notice" | "class" | { day: string } | { field: Field };

/** The page around the form, as the element sees it. */
export interface Page {
  /** Identifies this element in the browser's history. */
  id: string;
  locale(): string;
  t(): Texts;
  /** Renders again. */
  changed(): void;
  /** Whether the times fit next to the calendar. */
  isWide(): boolean;
  /** Dispatches a DOM event; returns false if a listener prevented the default action. */
  emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean;
  /** Loads the configuration's language. */
  loadLanguageOf(config: Config): Promise<void>;
  /** Named storage that survives page loads; null if storage is unavailable. */
  memory(): Memory<SavedState>;
  /** Whether saved state exists, to be read once the interactions have loaded. */
  hasSavedState(): boolean;
  /** The checkout session in the page's URL, after returning; null once the visitor starts over. */
  session(): string | null;
  /** Starts over from the first step. */
  reset(focus?: FocusTarget): void;
}

/** State of the steps after choosing a time. */
interface CheckoutState {
  /** Questions, add-ons and kinds of people of schedules that were loaded separately. */
  forms: ReadonlyMap<string, Pick<Schedule, "questions" | "addons" | "person_kinds">>;
  /** Without a hold, the flow continues without a countdown. */
  hold: Held | null;
  /** The terms that the visitor agrees to by keeping a card. */
  card_terms: CardTerms | null;
  /** The hold has expired; the time may still be free. */
  hold_over: boolean;
  /** The service requires verification, whatever the configuration says. */
  must_verify: boolean;
  sent_code: SentCode | null;
  proof: Proof | null;
  payment: PaymentState;
  /** The dates of a booking that repeats, for the choice that `key` identifies. */
  series: {
    key: string;
    /** null while they load, or with a problem. */
    plan: Series | null;
    problem: Problem | null;
    /** The dates differ from those shown when the form was sent. */
    is_changed: boolean;
  };
}

/**
 * State that the views show; the days are the calendar's. Fields of the checkout are absent before
 * it.
 */
export interface State extends Partial<CheckoutState> {
  config: Config | null;
  /** Why the configuration could not be loaded; nothing can be displayed without it. */
  failure: Problem | null;
  flow: Flow;
  details: Details;
  errors: ReadonlyMap<Field, string>;
  /** No retries before this time (ms), as requested by the service. */
  retry_at: number;
  /** Text of the live region. */
  announcement: string;
  /** Where the focus moves after the next render. */
  focus: FocusTarget | null;
  /** The choices before the calendar; loaded with the configuration. */
  services: typeof Services | null;
  /** The steps after choosing a time, once loaded. */
  checkout: typeof Checkout | null;
  /** The week of classes, once loaded; null if it could not: the calendar replaces it. */
  timetable?: typeof Timetable | null;
  /** The week of all classes, once loaded; null if it could not: a list of them replaces it. */
  together?: typeof Together | null;
  /** Several services in one visit, once the visitor has added one. */
  combine?: typeof Combine;
  /** The visitor chooses a further service. */
  adding?: boolean;
  /** Why a part failed to load. */
  part_problem: Problem | null;
}

type Part = typeof Interactions;
/** A visitor's action: a function of the lazy part that takes the store and more. */
type ActionName = {
  [Name in keyof Part]: Part[Name] extends (store: Store, ...more: never[]) => unknown
    ? Name
    : never;
}[keyof Part];
type Rest<Name extends ActionName> =
  Parameters<Part[Name]> extends [Store, ...infer More] ? More : never;

/**
 * State of a form, and its actions. Loads the first view itself; what a visitor does is in
 * functions of this store that load when they approach. Views read `state` and call actions; only
 * the store's actions use the API.
 */
export class Store {
  state: Readonly<State>;
  /** The visitor's actions, once loaded. */
  part: Part | null = null;
  /** State that these keep between calls. */
  visit: Visit | null = null;
  readonly page: Page;
  readonly api: Api;
  readonly settings: Settings;
  readonly calendar: Calendar;
  /** Minutes of the chosen add-ons by service, known once they are shown. */
  readonly extras: Record<string, number> = {};
  #loads = new AbortController();
  #loading_part: Promise<Part> | null = null;

  constructor(page: Page, api: Api, settings: Settings) {
    this.page = page;
    this.api = api;
    this.settings = settings;
    this.state = {
      config: null,
      failure: null,
      flow: closed,
      details: {
        name: settings.customerName,
        email: settings.customerEmail,
        phone: settings.customerPhone,
        party_size: String(settings.partySize || 1),
      },
      errors: new Map(),
      retry_at: 0,
      announcement: "",
      focus: null,
      services: null,
      checkout: null,
      part_problem: null,
    };
    this.calendar = new Calendar(
      page,
      {
        wanted: () => this.#wanted(),
        loaded: (span) =>
          span.problem ? this.report(span.problem) : this.part?.announceDays(this),
        chose: (day) => this.#selectInitialDay(day),
        known: () => this.part?.prefetchNext(this),
      },
      (...query) => (this.state.flow.bookable?.visit?.times ?? api.availability)(...query),
      { zone: zoneOr(settings.timeZone), date: settings.date },
    );
  }

  /** Changes the state and renders it. */
  set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.page.changed();
  }

  /**
   * Loads missing data: first the configuration together with the days that will probably be
   * displayed.
   */
  async start(): Promise<void> {
    this.#loads = new AbortController();
    this.set({ failure: null });
    this.part?.begin(this);
    if (this.state.config) return this.proceed();
    const { signal } = this.#loads;
    const query = this.calendar.query();
    try {
      const [config] = await Promise.all([this.#loadConfig(query, signal), this.#loadServices()]);
      if (this.page.hasSavedState()) await this.loadPart();
      if (!signal.aborted) this.#open(config, query);
    } catch (error) {
      // Error messages are part of the interactions. If those can't load either, the service is
      // unreachable.
      if (error instanceof Refusal) await this.loadPart();
      if (!signal.aborted) this.fail(error, (failure) => this.set({ failure }));
    }
  }

  /** Aborts all loading. Data and input stay, and a booking in progress continues. */
  stop(): void {
    this.#loads.abort();
    this.calendar.spans.stop();
    this.part?.stop(this);
  }

  /** Runs a visitor's action, immediately or once its code has loaded. */
  act<Name extends ActionName>(name: Name, ...more: Rest<Name>): void {
    const run = (part: Part) =>
      (part[name] as (store: Store, ...more: unknown[]) => void)(this, ...more);
    if (this.part) run(this.part);
    else void this.loadPart().then((part) => part && run(part));
  }

  /** Runs an action that may fail to load: a failure leaves the view unchanged. */
  prepare(action: "preload" | "loadCheckout"): void {
    void this.#loadPart().then(
      (part) => part[action](this),
      () => undefined,
    );
  }

  /** Loads the visitor's actions; on failure shows a problem and returns null. */
  loadPart(): Promise<Part | null> {
    return this.#loadPart().catch(() => {
      const failure = unreachable();
      this.set({ failure });
      this.report(failure);
      return null;
    });
  }

  #loadPart(): Promise<Part> {
    return (this.#loading_part ??= loadInteractionsPart().then(
      (part) => {
        this.part = part;
        this.visit = part.newVisit(this);
        if (!this.#loads.signal.aborted) part.begin(this);
        this.page.changed();
        return part;
      },
      (error: unknown) => {
        this.#loading_part = null;
        throw error;
      },
    ));
  }

  async #loadConfig(query: AvailabilityQuery, signal: AbortSignal): Promise<Config> {
    const config = await this.api.config(query, signal);
    await this.page.loadLanguageOf(config);
    return config;
  }

  async #loadServices(): Promise<void> {
    try {
      if (!this.state.services) this.set({ services: await import("./services/index") });
    } catch {
      throw new Refusal(unreachable());
    }
  }

  bookables(config: Config): Bookable[] {
    const { services } = this.state;
    // loaded with the configuration
    return services!.narrowed(
      bookablesOf(config, this.settings),
      Number(this.settings.lengthMinutes),
    );
  }

  /** Another bookable has other times and another maximum party size. */
  fitParty(): void {
    const { flow, details } = this.state;
    this.calendar.resetSelection();
    const most = flow.bookable && partyLimit(flow.bookable, null);
    if (most && !(partySize(details) <= most))
      this.set({ details: { ...details, party_size: String(most) } });
  }

  /** Converts a refusal into a displayed problem; other errors are bugs and rethrown. */
  fail(error: unknown, show: (problem: Problem) => void): void {
    if (!(error instanceof Refusal)) throw error;
    show(error.problem);
    this.report(error.problem);
  }

  report({ kind, code, message, request_id, retry_after_seconds }: Problem): void {
    this.page.emit("booking-error", { code, message, request_id });
    this.page.changed();
    if (kind === "busy") this.act("wait", retry_after_seconds);
    this.part?.retryLater(this);
  }

  /** Shows the first step of a configuration, or where the visitor was. */
  #open(config: Config, query: AvailabilityQuery): void {
    this.set({ config, flow: open(this.bookables(config), config.steps.choose_resource) });
    this.fitParty();
    this.part?.resume(this);
    const { flow } = this.state;
    const isSame = rangeOf(query) === rangeOf(this.calendar.query());
    // For any resource, availability is queried separately.
    const isShown = isSame && isPicking(flow) && !isForAnyone(flow);
    if (config.availability && isShown) this.calendar.know(config.availability);
    this.page.emit("booking-ready", { config });
    this.proceed();
    // Load after the first render, so the first click doesn't wait.
    setTimeout(() => this.prepare("loadCheckout"));
  }

  /**
   * Continues with the current step after the element moved in the DOM or its configuration loaded.
   */
  proceed(): void {
    this.showIfPicking();
    if (isLater(this.state.flow.step)) this.act("loadCheckout");
    this.page.changed();
  }

  /** The calendar selected its initial day. */
  #selectInitialDay(date: string): void {
    if (this.part) return this.part.move(this, { type: "day_chosen", date }, !this.page.isWide());
    this.set({ flow: chooseDay(this.state.flow, date) });
    if (this.state.config?.steps.waitlist) this.act("loadFullTimes");
  }

  /** Loads the displayed days. */
  showIfPicking(): void {
    if (isPicking(this.state.flow)) this.calendar.show();
  }

  #wanted() {
    const { flow, details } = this.state;
    const { bookable, resource_id, length_minutes } = flow;
    const chosen = isForAnyone(flow) ? "any" : (resource_id ?? this.settings.resourceId);
    return {
      bookable,
      length_minutes: bookable ? length_minutes : this.settings.lengthMinutes,
      extra_minutes: this.extras[bookable?.schedule?.id ?? ""],
      resource_ids: chosen ? [chosen] : (bookable?.resources.map(({ id }) => id) ?? []),
      schedule_id: bookable ? (bookable.schedule?.id ?? null) : this.settings.scheduleId,
      party_size: Math.min(MAX_PARTY, Math.max(1, partySize(details)) || 1),
    };
  }
}

/** Parameters that determine availability, whatever it is for. */
const rangeOf = ({ from, to, tz, party_size, ...query }: AvailabilityQuery): string =>
  [from, to, tz, party_size, query.length_minutes, query.extra_minutes].join();
