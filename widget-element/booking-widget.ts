import { createApi } from "./api";
import { styleSheet, TemplateElement } from "./element";
import { directionOf, resolveLocale } from "./locale";
import { en, withTexts } from "./strings";
import calendarCss from "./styles/calendar.css?inline";
import formCss from "./styles/form.css?inline";
import layoutCss from "./styles/layout.css?inline";
import themeCss from "./styles/theme.css?inline";
import { frame } from "./views/frame";
import { BookingController, type FocusTarget, type Host } from "./controller";
import type { Theme } from "./wire";

/** Attributes that decide what is booked: changing one starts the booking again. */
const BEGINNING = ["publishable-key", "key", "base-url", "config-id", "resource-id", "schedule-id"];

/** Where the style sheet begins to show the times beside the month (52rem). */
const ROOMY_PX = 832;

/**
 * A booking form for any website: choose a day and a time, enter your details, book.
 *
 * Attributes: `publishable-key` (or `key`), `base-url`, `config-id`, `resource-id`, `schedule-id`, `date`
 * (`YYYY-MM-DD`), `party-size`, `locale`, `time-zone`, `theme` (`light`, `dark`, `auto`), `return-url`,
 * `customer-name`, `customer-email`, `customer-phone`. Properties mirror them in camelCase.
 *
 * @slot - Shown while the element is not running: without JavaScript, or when the service cannot be used.
 * @slot header - Above the form.
 * @slot footer - Below the form.
 *
 * @fires {CustomEvent} booking-ready - The first step is shown. `detail.config`
 * @fires {CustomEvent} booking-slot-select - A time was chosen. `detail.slot`
 * @fires {CustomEvent} booking-created - The booking exists. `detail.booking`, `detail.manage_url`
 * @fires {CustomEvent} booking-redirect - About to go to the checkout; cancelable. `detail.url`, `detail.booking`
 * @fires {CustomEvent} booking-error - Something failed. `detail.code`, `detail.message`, `detail.request_id`
 *
 * @csspart root - Everything.
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
 * @csspart calendar - The month.
 * @csspart month-name - The name of the month.
 * @csspart month-button - Previous and next month.
 * @csspart weekday - The name of a day of the week.
 * @csspart day - A day.
 * @csspart day-open - A day with times.
 * @csspart day-selected - The chosen day.
 * @csspart times - The times of a day, or the soonest times.
 * @csspart time - One time.
 * @csspart zone - The choice of time zone.
 * @csspart form - The form.
 * @csspart field - A field with its label, hint and error.
 * @csspart label - A label.
 * @csspart input - A text field, choice or tick box.
 * @csspart hint - Help under a field.
 * @csspart error - What is wrong with a field.
 * @csspart button - The main button of a step.
 * @csspart link - A link or quiet button.
 * @csspart notice - A message about something that went wrong, with a way on.
 * @csspart done - The end: the booking is made.
 * @csspart reference - The booking's reference.
 *
 * @cssproperty --booking-accent - Colour of buttons and of what is chosen.
 * @cssproperty --booking-on-accent - Text on it; by itself black or white, whichever reads better.
 * @cssproperty --booking-background - The card.
 * @cssproperty --booking-text - Text.
 * @cssproperty --booking-muted - Secondary text; keep 4.5:1 on the card.
 * @cssproperty --booking-border - Lines.
 * @cssproperty --booking-danger - Errors.
 * @cssproperty --booking-font - Font family; `inherit` takes the page's.
 * @cssproperty --booking-radius - Roundness of the card; buttons and fields follow it.
 * @cssproperty --booking-shadow - Shadow of the card.
 */
export class BookingWidget extends TemplateElement {
  static override readonly properties = {
    publishableKey: "publishable-key",
    key: "key",
    baseUrl: "base-url",
    configId: "config-id",
    resourceId: "resource-id",
    scheduleId: "schedule-id",
    date: "date",
    partySize: "party-size",
    locale: "locale",
    timeZone: "time-zone",
    theme: "theme",
    returnUrl: "return-url",
    customerName: "customer-name",
    customerEmail: "customer-email",
    customerPhone: "customer-phone",
  };

  static override readonly sheet = styleSheet(themeCss + layoutCss + calendarCss + formCss);

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
  declare returnUrl: string | null;
  declare customerName: string | null;
  declare customerEmail: string | null;
  declare customerPhone: string | null;

  #controller: BookingController | null = null;
  #focus: FocusTarget | null = null;
  #announcement = "";
  #begun = false;
  readonly #host = this.#newHost();

  /** Starts again: forgets what was chosen and typed, and asks the service again. */
  reset(): void {
    this.#begun = true;
    this.#controller?.stop();
    const key = this.publishableKey ?? this.key;
    this.#controller = key
      ? new BookingController(this.#host, createApi(this.baseUrl ?? BookingWidget.home, key), this)
      : null;
    void this.#controller?.start();
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#controller?.start();
  }

  disconnectedCallback(): void {
    this.#controller?.stop();
  }

  protected override willUpdate(attributes: ReadonlySet<string>): void {
    if (!this.#begun || BEGINNING.some((name) => attributes.has(name))) this.reset();
    else if (attributes.has("time-zone")) this.#controller?.changeZone(this.timeZone);
  }

  protected override render() {
    const locale = this.#host.locale();
    return frame({
      controller: this.#controller,
      t: this.#host.t(),
      locale,
      direction: directionOf(locale),
      announcement: this.#announcement,
      again: () => {
        this.reset();
        this.#focus = "step";
      },
    });
  }

  protected override updated(): void {
    this.#paint();
    this.#moveFocus();
  }

  /** What the controller may do with the element: none of it is public. */
  #newHost(): Host {
    return {
      locale: () => resolveLocale(this.locale ?? languageAround(this), navigator.language, ["en"]),
      t: () => withTexts(en, this.#controller?.config?.texts ?? {}),
      changed: () => this.requestUpdate(),
      roomy: () => this.clientWidth >= ROOMY_PX,
      focusOn: (target) => {
        this.#focus = target;
        this.requestUpdate();
      },
      announce: (text) => {
        this.#announcement = text;
        this.requestUpdate();
      },
      emit: (name, detail) =>
        this.dispatchEvent(
          new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name === "booking-redirect" }),
        ),
    };
  }

  /** Through the style object, which a strict content security policy allows, unlike a style attribute. */
  #paint(): void {
    const style = this.root.querySelector<HTMLElement>(".root")?.style;
    const branding = this.#controller?.config?.branding;
    const theme = this.theme ?? branding?.theme;
    style?.setProperty("color-scheme", theme === "light" || theme === "dark" ? theme : "light dark");
    style?.setProperty("--_configured", branding?.accent ?? null);
  }

  #moveFocus(): void {
    const target = this.#focus;
    if (!target) return;
    const selector =
      typeof target === "string"
        ? `[data-focus="${target}"]`
        : "day" in target
          ? `[data-day="${target.day}"]`
          : `#${CSS.escape(target.field)}`;
    const found = this.root.querySelector<HTMLElement>(selector);
    if (!found) return;
    this.#focus = null;
    found.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "booking-widget": BookingWidget;
  }
}

/** The nearest `lang` around an element, through shadow roots; else the browser's language. */
function languageAround(element: Element): string {
  const lang = element.closest("[lang]")?.getAttribute("lang");
  if (lang) return lang;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : navigator.language;
}

/** Registers the element once, however many scripts bring it. `script_url`: where this one came from. */
export function defineBookingWidget(script_url: string | undefined): void {
  if (script_url) BookingWidget.home ||= new URL(script_url, location.href).origin;
  BookingWidget.define("booking-widget");
}
