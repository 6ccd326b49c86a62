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

/** Properties that decide what is booked: changing one starts the booking again. */
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
 * @csspart category - The heading of a category of services.
 * @csspart picture - The picture of the chosen service.
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

  /** Attributes are named like their property, with dashes: `publishableKey` is `publishable-key`. */
  static override createProperty(name: string, options: PropertyDeclaration): void {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    super.createProperty(name, { attribute, ...options });
  }

  /** The company's publishable key (`pk_…`). */
  declare publishableKey: string | null;
  /** The same as `publishable-key`. */
  declare key: string | null;
  /** Where the booking service is; by itself where the script came from. */
  declare baseUrl: string | null;
  /** A widget configuration; by itself the key's own, or the default. */
  declare configId: string | null;
  /** Offers this resource alone. */
  declare resourceId: string | null;
  /** Offers this schedule alone. */
  declare scheduleId: string | null;
  /** The token of a booking link: offers its service, also a private one, and fills in the guest that it names. */
  declare bookingLink: string | null;
  /** The length to book, in minutes, where a service has several; by itself the visitor chooses. */
  declare lengthMinutes: string | number | null;
  /** The day to open at, `YYYY-MM-DD`. */
  declare date: string | null;
  /** How many people come, to begin with. */
  declare partySize: string | number | null;
  /** The language, such as `nl` or `fr-BE`; by itself the configuration's, the nearest `lang`, or the browser's. */
  declare locale: string | null;
  /** The zone of the times, such as `Europe/Amsterdam`; by itself the visitor's. */
  declare timeZone: string | null;
  /** Colours; `auto` is dark on a dark page, `host` also takes the page's font and `accent-color`. */
  declare theme: "light" | "dark" | "auto" | "host" | null;
  /** In the page, or in a dialog that a button in the page or in its corner opens. */
  declare mode: "inline" | "popup" | "floating" | null;
  /** Where the checkout leads back to; by itself this page. */
  declare returnUrl: string | null;
  /** Fills the name in. */
  declare customerName: string | null;
  /** Fills the e-mail address in. */
  declare customerEmail: string | null;
  /** Fills the phone number in. */
  declare customerPhone: string | null;
  /** A draft to show instead of what the service says: nothing is asked of the service, and nothing is booked. */
  declare preview: Preview | null;

  readonly #host = new ElementHost(this);

  /** Starts again: forgets what was chosen and typed, and asks the service again. */
  reset(): void {
    this.#host.reset();
  }

  /** Opens the dialog of the modes `popup` and `floating`. */
  open(): void {
    if (!this.#isDialog) return;
    this.#host.beginOnce();
    void loadInteractionsPart().then(({ showDialog }) => showDialog(this));
  }

  /** Closes the dialog; what was chosen and typed stays. */
  close(): void {
    this.shadowRoot?.querySelector("dialog")?.close();
  }

  protected override willUpdate(changed: PropertyValues): void {
    const host = this.#host;
    const { controller } = host;
    if (changed.has("locale")) void host.loadLanguage();
    if (!host.hasBegun) {
      // A dialog waits until it is wanted; but a visitor who comes back from the checkout is shown what became of it.
      if (!this.#isDialog) host.beginOnce();
      else if (host.isBackFromCheckout()) this.open();
    } else if (changed.get("preview") && this.preview && controller?.config) {
      const { config } = this.preview;
      controller.act((interactions) => interactions.redraw(config));
    } else if (OFFER.some((name) => changed.has(name))) this.reset();
    else if (changed.has("timeZone"))
      controller?.act((interactions) => interactions.changeZone(this.timeZone));
  }

  protected override render(): unknown {
    const inside = html`<slot name="header"></slot>${this.#form()}<slot name="footer"></slot>`;
    return this.#isDialog ? this.#inDialog(inside) : inside;
  }

  get #isDialog(): boolean {
    return this.mode === "popup" || this.mode === "floating";
  }

  #form(): unknown {
    const { hasBegun, controller, announcement, checkoutViews } = this.#host;
    if (!hasBegun) return nothing;
    const locale = this.#host.locale();
    const preload = () => controller?.preload();
    const t = this.#host.t();
    return html`<div class="contents" @pointerover=${preload} @focusin=${preload}>
      ${frame({ controller, t, locale, direction: directionOf(locale), announcement, checkoutViews })}
    </div>`;
  }

  #inDialog(inside: TemplateResult): unknown {
    const interactions = loadedInteractions();
    if (interactions) return interactions.dialogView(this, this.#host, inside);
    // What cannot be had as a dialog is a form in the page.
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
