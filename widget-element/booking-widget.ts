import {
  html,
  LitElement,
  nothing,
  type PropertyDeclaration,
  type PropertyValues,
  type TemplateResult,
  unsafeCSS,
} from "lit";
import { ElementHost } from "./element-host";
import { loadedInteractions, loadInteractionsPart } from "./interactions-part";
import type { Preview } from "./preview";
import { frame } from "./shared/frame";
import { directionOf } from "./shared/locale";
import firstCss from "./styles/first.css?inline";

/** Properties that determine what is booked; changing one restarts the booking. */
const OFFER = [
  "publishableKey",
  "key",
  "baseUrl",
  "configId",
  "resourceId",
  "scheduleId",
  "bookingLink",
  "lengthMinutes",
  "preview",
];

/**
 * A booking form for any website: choose a day and a time, enter your details, book.
 *
 * @tag booking-widget
 *
 * @slot - Fallback content: shown without JavaScript, or when the service is unavailable.
 * @slot header - Above the form.
 * @slot footer - Below the form.
 * @slot launcher - Button that opens the dialog in the modes `popup` and `floating`.
 *
 * @fires {CustomEvent<{ config: Config }>} booking-ready - The first step is shown.
 * @fires {CustomEvent<{ slot: Slot }>} booking-slot-select - A time was chosen.
 * @fires {CustomEvent<{ booking: Booking, manage_url: string }>} booking-created - The booking was created.
 * @fires {CustomEvent<{ url: string, booking: Booking }>} booking-redirect - About to redirect to the checkout; cancelable.
 * @fires {CustomEvent<{ booking: Booking }>} booking-paid - Returned from checkout, and paid.
 * @fires {CustomEvent<{ code: string, message: string, request_id: string | null }>} booking-error - Something failed.
 * @fires {CustomEvent<{ booking: Booking | null }>} booking-close - The dialog was closed.
 *
 * @csspart root - The root element.
 * @csspart launcher - Button that opens the dialog.
 * @csspart dialog - Dialog of the modes `popup` and `floating`.
 * @csspart close - Button that closes the dialog.
 * @csspart card - The framed surface.
 * @csspart summary - Booking summary, next to or above the step.
 * @csspart logo - The company's logo.
 * @csspart tenant - The company's name.
 * @csspart title - Name of the service or resource.
 * @csspart meta - List of details: duration, price, resource, chosen time.
 * @csspart step - The current step.
 * @csspart progress - Progress indicator.
 * @csspart heading - Heading of a step.
 * @csspart back - Back button.
 * @csspart choices - List of services or resources.
 * @csspart choice - Entry of that list.
 * @csspart category - Heading of a service category.
 * @csspart picture - Picture of the chosen service.
 * @csspart party - Party size control.
 * @csspart calendar - Grid of days.
 * @csspart month-name - The displayed dates.
 * @csspart month-button - Buttons of earlier and later days.
 * @csspart weekday - Name of a weekday.
 * @csspart day - A day.
 * @csspart day-open - A day with times.
 * @csspart day-full - A fully booked day with a waiting list.
 * @csspart day-selected - The chosen day.
 * @csspart timetable - Week of classes.
 * @csspart times - Times of a day.
 * @csspart time - A time button.
 * @csspart zone - Time zone select.
 * @csspart hold - Countdown of the held time.
 * @csspart form - The form.
 * @csspart field - A field with its label, hint and error.
 * @csspart label - A label.
 * @csspart input - Text field, select or checkbox.
 * @csspart hint - Help text of a field.
 * @csspart error - Error of a field.
 * @csspart button - Primary button of a step.
 * @csspart link - A link or quiet button.
 * @csspart notice - Error message with an action.
 * @csspart done - Confirmation: booked, or payment due.
 * @csspart reference - Booking reference.
 *
 * @cssproperty --booking-accent - Colour of buttons and selection.
 * @cssproperty --booking-on-accent - Text on the accent. Default: black or white, whichever contrasts more.
 * @cssproperty --booking-background - Card background.
 * @cssproperty --booking-text - Text.
 * @cssproperty --booking-muted - Secondary text; keep 4.5:1 on the card.
 * @cssproperty --booking-border - Borders.
 * @cssproperty --booking-danger - Errors.
 * @cssproperty --booking-font - Font family.
 * @cssproperty --booking-radius - Corner radius of the card; buttons and fields derive theirs from it.
 * @cssproperty --booking-shadow - Shadow of the card.
 * @cssproperty --booking-density - Spacing factor: 1, or less for a denser form.
 */
export class BookingWidget extends LitElement {
  static override properties = {
    publishableKey: {},
    key: {},
    baseUrl: {},
    configId: {},
    resourceId: {},
    scheduleId: {},
    bookingLink: {},
    lengthMinutes: {},
    date: {},
    partySize: {},
    locale: {},
    timeZone: {},
    theme: { reflect: true },
    mode: { reflect: true },
    returnUrl: {},
    customerName: {},
    customerEmail: {},
    customerPhone: {},
    preview: { attribute: false },
  };

  static override styles = unsafeCSS(firstCss);

  /** Attributes are kebab-case: `publishableKey` becomes `publishable-key`. */
  static override createProperty(name: string, options: PropertyDeclaration): void {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    super.createProperty(name, { attribute, ...options });
  }

  /** The company's publishable key (`pk_…`). */
  declare publishableKey: string | null;
  /** Alias of `publishable-key`. */
  declare key: string | null;
  /** Base URL of the booking service. Default: the script's origin. */
  declare baseUrl: string | null;
  /** A widget configuration. Default: the key's own, or the company's default. */
  declare configId: string | null;
  /** Offers only this resource. */
  declare resourceId: string | null;
  /** Offers only this schedule. */
  declare scheduleId: string | null;
  /** Token of a booking link: offers its service, even a private one, and fills in its guest. */
  declare bookingLink: string | null;
  /** Length to book in minutes, for services with several. Default: the visitor chooses. */
  declare lengthMinutes: string | number | null;
  /** Day to open at, `YYYY-MM-DD`. */
  declare date: string | null;
  /** Initial party size. */
  declare partySize: string | number | null;
  /** Language, such as `nl` or `fr-BE`. Default: that of the configuration, page or browser. */
  declare locale: string | null;
  /** Time zone, such as `Europe/Amsterdam`. Default: the visitor's. */
  declare timeZone: string | null;
  /** Colours; `auto` is dark on dark pages, `host` also uses the page's font and `accent-color`. */
  declare theme: "light" | "dark" | "auto" | "host" | null;
  /** Inline, or a dialog opened by a button in the page or in its corner. */
  declare mode: "inline" | "popup" | "floating" | null;
  /** Where the checkout returns to. Default: this page. */
  declare returnUrl: string | null;
  /** Fills in the name. */
  declare customerName: string | null;
  /** Fills in the email address. */
  declare customerEmail: string | null;
  /** Fills in the phone number. */
  declare customerPhone: string | null;
  /** Shows a draft instead of live data: no requests are made and nothing is booked. */
  declare preview: Preview | null;

  readonly #host = new ElementHost(this);

  /** Starts again: clears all choices and input, and reloads the data. */
  reset(): void {
    this.#host.reset();
  }

  /** Opens the dialog of the modes `popup` and `floating`. */
  open(): void {
    if (!this.#isDialog) return;
    this.#host.beginOnce();
    void loadInteractionsPart().then(({ showDialog }) => showDialog(this));
  }

  /** Closes the dialog; choices and input are kept. */
  close(): void {
    this.shadowRoot?.querySelector("dialog")?.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const host = this.#host;
    const { store } = host;
    if (changed.has("locale")) void host.loadLanguage();
    if (!host.hasBegun) {
      // A dialog starts when opened, except for a visitor returning from checkout, who sees the
      // result immediately.
      if (!this.#isDialog) host.beginOnce();
      else if (host.isBackFromCheckout()) this.open();
    } else if (changed.get("preview") && this.preview && store?.state.config) {
      const { config } = this.preview;
      store.act("redraw", config);
    } else if (OFFER.some((name) => changed.has(name))) this.reset();
    else if (changed.has("timeZone")) store?.act("changeZone", this.timeZone);
  }

  protected override render(): unknown {
    const inside = html`<slot name="header"></slot>${this.#form()}<slot name="footer"></slot>`;
    return this.#isDialog ? this.#inDialog(inside) : inside;
  }

  get #isDialog(): boolean {
    return this.mode === "popup" || this.mode === "floating";
  }

  #form(): unknown {
    const { hasBegun, store } = this.#host;
    if (!hasBegun) return nothing;
    const locale = this.#host.locale();
    const preload = () => store?.prepare("preload");
    const t = this.#host.t();
    return html`<div class="contents" @pointerover=${preload} @focusin=${preload}>
      ${frame({ store, t, locale, direction: directionOf(locale) })}
    </div>`;
  }

  #inDialog(inside: TemplateResult): unknown {
    const interactions = loadedInteractions();
    if (interactions) return interactions.dialogView(this, this.#host, inside);
    // If the dialog's code can't load, fall back to an inline form.
    void loadInteractionsPart().then(
      () => this.requestUpdate(),
      () => (this.mode = null),
    );
    return nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "booking-widget": BookingWidget;
  }
}
