import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { createApi, type Api } from "./api";
import { BookingController, type FocusTarget, type Host, type Kept } from "./controller";
import type { BookingEvents } from "./events";
import type * as Acting from "./acting/index";
import type { Preview, previewApi } from "./later/preview";
import { LANGUAGES, learn, textsOf } from "./languages";
import { partsBeside } from "./loader";
import { directionOf, languageAround, languageOf, resolveLocale } from "./locale";
import { sheetOf } from "./sheets";
import type { Strings } from "./strings";
import firstCss from "./styles/first.css?inline";
import { frame } from "./views/frame";
import type { Theme } from "./wire";

/** Properties that decide what is booked: changing one starts the booking again. */
const BEGINNING = ["publishableKey", "key", "baseUrl", "configId", "resourceId", "scheduleId"];

/** Where the style sheet begins to show the times beside the month (52em). */
const ROOMY_PX = 832;

let count = 0;

/** What answers to the visitor, once it is there. */
let acting: typeof Acting | undefined;
const loadActing = async () => (acting ??= await import("./acting/index"));

/** What answers from a draft is a part of its own, which only an editor loads. */
let draftApi: typeof previewApi | undefined;

/**
 * A booking form for any website: choose a day and a time, enter your details, book.
 *
 * @tag booking-widget
 *
 * @attr {string} publishable-key - The company's publishable key (`pk_…`).
 * @attr {string} key - The same as `publishable-key`.
 * @attr {string} base-url - Where the booking service is; by itself where the script came from.
 * @attr {string} config-id - A widget configuration; by itself the key's own, or the default.
 * @attr {string} resource-id - Offers this resource alone.
 * @attr {string} schedule-id - Offers this schedule alone.
 * @attr {string} date - The day to open at, `YYYY-MM-DD`.
 * @attr {number} party-size - How many people come, to begin with.
 * @attr {string} locale - The language, such as `nl` or `fr-BE`; by itself the configuration's, the nearest `lang`, or the browser's.
 * @attr {string} time-zone - The zone of the times, such as `Europe/Amsterdam`; by itself the visitor's.
 * @attr {"light"|"dark"|"auto"} theme - Colours; `auto` follows the `color-scheme` of the page.
 * @attr {"inline"|"popup"|"floating"} mode - In the page, or in a dialog that a button in the page or in its corner opens.
 * @attr {string} return-url - Where the checkout leads back to; by itself this page.
 * @attr {string} customer-name - Fills the name in.
 * @attr {string} customer-email - Fills the e-mail address in.
 * @attr {string} customer-phone - Fills the phone number in.
 *
 * @slot - Shown while the element is not running: without JavaScript, or when the service cannot be used.
 * @slot header - Above the form.
 * @slot footer - Below the form.
 * @slot launcher - The button that opens the dialog, in the modes `popup` and `floating`.
 *
 * @fires {CustomEvent<{ config: Config }>} booking-ready - The first step is shown.
 * @fires {CustomEvent<{ slot: Slot }>} booking-slot-select - A time was chosen.
 * @fires {CustomEvent<{ booking: Booking, manage_url: string }>} booking-created - The booking exists.
 * @fires {CustomEvent<{ url: string, booking: Booking }>} booking-redirect - About to go to the checkout; cancelable.
 * @fires {CustomEvent<{ booking: Booking }>} booking-paid - Back from the checkout, and paid.
 * @fires {CustomEvent<{ code: string, message: string, request_id: string | null }>} booking-error - Something failed.
 * @fires {CustomEvent<{ booking: Booking | null }>} booking-close - The dialog was closed.
 *
 * @csspart root - Everything.
 * @csspart launcher - The button that opens the dialog.
 * @csspart dialog - The dialog of the modes `popup` and `floating`.
 * @csspart close - The button that closes the dialog.
 * @csspart card - The framed surface.
 * @csspart summary - What is being booked, beside or above the step.
 * @csspart logo - The company's logo.
 * @csspart tenant - The company's name.
 * @csspart title - What is being booked.
 * @csspart meta - The list of facts: duration, price, resource, chosen time.
 * @csspart step - The present step.
 * @csspart progress - How far along the visitor is.
 * @csspart heading - The heading of a step.
 * @csspart back - The way to the previous step.
 * @csspart choices - The list of what can be booked, or of resources.
 * @csspart choice - One entry of that list.
 * @csspart party - The choice of how many people come.
 * @csspart calendar - The month.
 * @csspart month-name - The name of the month.
 * @csspart month-button - Previous and next month.
 * @csspart weekday - The name of a day of the week.
 * @csspart day - A day.
 * @csspart day-open - A day with times.
 * @csspart day-full - A day whose times are all taken, with a waiting list.
 * @csspart day-selected - The chosen day.
 * @csspart times - The times of a day.
 * @csspart time - One time.
 * @csspart zone - The choice of time zone.
 * @csspart hold - How long the chosen time is kept.
 * @csspart form - The form.
 * @csspart field - A field with its label, hint and error.
 * @csspart label - A label.
 * @csspart input - A text field, choice or tick box.
 * @csspart hint - Help under a field.
 * @csspart error - What is wrong with a field.
 * @csspart button - The main button of a step.
 * @csspart link - A link or quiet button.
 * @csspart notice - A message about something that went wrong, with a way on.
 * @csspart done - The end: the booking is made, or is to be paid.
 * @csspart reference - The booking's reference.
 *
 * @cssproperty --booking-accent - Colour of buttons and of what is chosen.
 * @cssproperty --booking-on-accent - Text on it; by itself black or white, whichever reads better.
 * @cssproperty --booking-background - The card.
 * @cssproperty --booking-text - Text.
 * @cssproperty --booking-muted - Secondary text; keep 4.5:1 on the card.
 * @cssproperty --booking-border - Lines.
 * @cssproperty --booking-danger - Errors.
 * @cssproperty --booking-font - Font family, such as the page's own.
 * @cssproperty --booking-radius - Roundness of the card; buttons and fields follow it.
 * @cssproperty --booking-shadow - Shadow of the card.
 * @cssproperty --booking-density - How much room things have: 1, or less for a denser form.
 */
export class BookingWidget extends LitElement {
  static override properties = {
    ...Object.fromEntries(
      "publishableKey key baseUrl configId resourceId scheduleId date partySize locale timeZone returnUrl customerName customerEmail customerPhone"
        .split(" ")
        .map((name) => [name, { attribute: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) }]),
    ),
    theme: { reflect: true },
    mode: { reflect: true },
    preview: { attribute: false },
  };

  static override styles = sheetOf(firstCss);

  /** The origin the element's own script came from: where the service is, unless `base-url` says otherwise. */
  static home = "";

  declare publishableKey: string | null;
  declare key: string | null;
  declare baseUrl: string | null;
  declare configId: string | null;
  declare resourceId: string | null;
  declare scheduleId: string | null;
  declare date: string | null;
  declare partySize: string | number | null;
  declare locale: string | null;
  declare timeZone: string | null;
  declare theme: Theme | null;
  declare mode: "inline" | "popup" | "floating" | null;
  declare returnUrl: string | null;
  declare customerName: string | null;
  declare customerEmail: string | null;
  declare customerPhone: string | null;
  /** A draft to show instead of what the service says: nothing is asked of the service, and nothing is booked. */
  declare preview: Preview | null;

  #controller: BookingController | null = null;
  #views: Parameters<typeof frame>[0]["laterViews"] = null;
  #focus: FocusTarget | null = null;
  #announcement = "";
  #begun = false;
  #restarted = false;
  readonly #id = `booking-${++count}`;

  /** Starts again: forgets what was chosen and typed, and asks the service again. */
  reset(): void {
    const controller = this.#controller;
    this.#restarted = true;
    controller?.stop();
    if (controller?.acts || controller?.host.remembers()) controller.act((acts) => acts.forget());
    this.#begin();
  }

  /** Opens the dialog of the modes `popup` and `floating`. */
  open(): void {
    if (!this.#isDialog) return;
    this.#start();
    void loadActing().then(async ({ showDialog }) => {
      await this.updateComplete;
      showDialog(this.renderRoot);
    });
  }

  /** Closes the dialog; what was chosen and typed stays. */
  close(): void {
    this.#dialog?.close();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#begun) void this.#controller?.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller?.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("locale")) void this.#learn(this.#locale());
    if (!this.#begun) {
      // A dialog waits until it is wanted; but a visitor who comes back from the checkout is shown what became of it.
      if (!this.#isDialog) return this.#begin();
      if (this.#session() || acting?.memoryOf<Kept>(this.#name).recall()?.step === "pay") this.open();
      return;
    }
    const { preview } = this;
    const controller = this.#controller;
    if (changed.has("preview") && preview && changed.get("preview") && controller?.config)
      return controller.act((acts) => acts.redraw(preview.config));
    if (changed.has("preview") || BEGINNING.some((name) => changed.has(name))) this.reset();
    else if (changed.has("timeZone")) controller?.act((acts) => acts.changeZone(this.timeZone));
  }

  protected override render(): unknown {
    const inside = html`<slot name="header"></slot>${this.#frame()}<slot name="footer"></slot>`;
    if (!this.#isDialog) return inside;
    if (!acting) {
      // What cannot be had as a dialog is a form in the page.
      void loadActing().then(
        () => this.requestUpdate(),
        () => (this.mode = null),
      );
      return nothing;
    }
    return acting.dialogView({
      t: this.#texts(),
      direction: directionOf(this.#locale()),
      inside,
      near: () => this.#start(),
      open: () => this.open(),
      close: () => this.close(),
      closed: () => this.#emit("booking-close", { booking: this.#controller?.flow.booked?.booking ?? null }),
    });
  }

  protected override updated(): void {
    this.#paint();
    if (!acting) return;
    acting.wear(this.renderRoot as ShadowRoot, acting.css);
    if (this.#focus && acting.moveFocus(this.renderRoot, this.#focus)) this.#focus = null;
  }

  get #isDialog(): boolean {
    return this.mode === "popup" || this.mode === "floating";
  }

  get #dialog(): HTMLDialogElement | null {
    return this.renderRoot.querySelector("dialog");
  }

  #frame(): TemplateResult | typeof nothing {
    if (!this.#begun) return nothing;
    const locale = this.#locale();
    const interest = () => this.#controller?.interest();
    return html`<div class="contents" @pointerover=${interest} @focusin=${interest}>
      ${frame({
        controller: this.#controller,
        t: this.#texts(),
        locale,
        direction: directionOf(locale),
        announcement: this.#announcement,
        laterViews: this.#views,
        again: () => {
          this.reset();
          this.#focus = "step";
        },
      })}
    </div>`;
  }

  #start(): void {
    if (!this.#begun) this.#begin();
  }

  #begin(): void {
    const { preview } = this;
    if (preview && !draftApi)
      return void import("./later/preview").then(({ previewApi }) => {
        draftApi = previewApi;
        this.#begin();
      });
    this.#begun = true;
    this.#controller?.stop();
    this.#announcement = "";
    const key = this.publishableKey ?? this.key;
    const api: Api | null = preview
      ? draftApi!(() => this.preview ?? preview)
      : key
        ? createApi(this.baseUrl ?? BookingWidget.home, key, this.configId)
        : null;
    this.#controller = api && new BookingController(this.#newHost(), api, this);
    if (this.isConnected) void this.#controller?.start();
    // The colours a reader chose for every page come with what answers to the visitor.
    if (matchMedia("(forced-colors: active)").matches) void this.#controller?.loadActs();
    this.requestUpdate();
  }

  /** What this booking is kept by while the page is away. */
  get #name(): string {
    const { publishableKey, key, configId, resourceId, scheduleId } = this;
    return `booking-widget ${[publishableKey ?? key, configId, resourceId, scheduleId].map((one) => one ?? "").join(" ")}`;
  }

  /** The checkout that the page's address says the visitor is back from. */
  #session(): string | null {
    return this.#restarted || this.preview ? null : new URLSearchParams(location.search).get("session_id");
  }

  #locale(): string {
    const wish = this.locale ?? this.#controller?.config?.locale ?? languageAround(this);
    return resolveLocale(wish, navigator.language, LANGUAGES);
  }

  #texts(): Strings {
    // A language that is on its way, or cannot be had, is English until it is there; the later texts come with the steps that use them.
    return (textsOf(languageOf(this.#locale())) ?? textsOf("en")) as Strings;
  }

  async #learn(locale: string): Promise<void> {
    await learn(languageOf(locale));
    this.requestUpdate();
  }

  /** What the controller may do with the element: none of it is public. */
  #newHost(): Host {
    const is_draft = !!this.preview;
    const name = this.#name;
    const learning = this.#learn(this.#locale());
    return {
      id: this.#id,
      memory: () => acting!.memoryOf(is_draft ? null : name),
      remembers: () => !is_draft && (isKept(name) || !!this.#session()),
      session: () => this.#session(),
      again: () => this.reset(),
      locale: () => this.#locale(),
      t: () => this.#texts(),
      changed: () => this.requestUpdate(),
      roomy: () => (this.#dialog?.clientWidth || this.clientWidth) >= ROOMY_PX,
      speak: (config) =>
        config.locale && !this.locale
          ? learn(languageOf(resolveLocale(config.locale, navigator.language, LANGUAGES)))
          : learning,
      loadActs: async () => (await loadActing()).Acts,
      loadLater: async () => {
        const later = await acting!.loadLater(this.renderRoot as ShadowRoot);
        this.#views = later.views;
        return later.LaterSteps;
      },
      focusOn: (target) => {
        this.#focus = target;
        this.requestUpdate();
      },
      announce: (text) => {
        this.#announcement = text;
        this.requestUpdate();
      },
      emit: (name, detail) => (is_draft && name !== "booking-ready") || this.#emit(name, detail),
    };
  }

  #emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean {
    const cancelable = name === "booking-redirect";
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable }));
  }

  /** Through the style object, which a strict content security policy allows, unlike a style attribute. */
  #paint(): void {
    const branding = this.#controller?.config?.branding;
    const theme = this.theme ?? branding?.theme;
    const scheme = theme === "light" || theme === "dark" ? theme : null;
    for (const { style } of this.renderRoot.querySelectorAll<HTMLElement>(".root, dialog")) {
      style.setProperty("color-scheme", scheme);
      style.setProperty("--_configured", branding?.accent ?? null);
      style.setProperty("--_configured-radius", branding ? `${branding.radius}px` : null);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "booking-widget": BookingWidget;
  }
}

/** Whether something is kept by a name; a page that may not keep anything keeps nothing. */
function isKept(name: string): boolean {
  try {
    return name in sessionStorage;
  } catch {
    return false;
  }
}

/**
 * Registers the element once, however many scripts bring it. `script_url`: where this one came from; `first`: what it lends the parts
 * that load later.
 */
export function defineBookingWidget(script_url: string | undefined, first: object): void {
  const url = new URL(script_url ?? location.href, location.href);
  partsBeside(url.href, first);
  if (script_url) BookingWidget.home ||= url.origin;
  if (!customElements.get("booking-widget")) customElements.define("booking-widget", BookingWidget);
}
