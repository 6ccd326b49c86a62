import type { ReactiveController } from "lit";
import { createApi, type Api } from "./api";
import type { BookingWidget } from "./booking-widget";
import { BookingController, type FocusTarget, type Host, type SavedState } from "./controller";
import type { CheckoutSteps } from "./details/checkout-steps";
import { dispatch, type BookingEvents } from "./events";
import { loadInteractionsPart, loadedInteractions } from "./interactions-part";
import type { Interactions } from "./interactions/interactions";
import type { Memory } from "./interactions/memory";
import { serviceOrigin } from "./loader";
import type * as Services from "./services/index";
import { adoptStyles } from "./shared/adopt-styles";
import { applyBranding } from "./shared/branding";
import { languageAround } from "./shared/locale";
import type { ViewProps } from "./shared/props";
import { isSaved, savedStateName } from "./shared/saved-state";
import { loadLanguage, spokenLocale, textsOf } from "./translations/languages";
import type { Strings } from "./translations/strings";
import type { Config } from "./wire";

/** Where the style sheet begins to show the times beside the month (52em). */
const WIDE_PX = 832;

let count = 0;

/**
 * Connects the element with the booking it shows: begins it, keeps what is drawn of it, and does what its controller asks of the element.
 * None of it is public.
 */
export class ElementHost implements Host, ReactiveController {
  /** Names this element in the browser's history. */
  readonly id = `booking-${++count}`;
  /** Null without a key: then a sentence says so. */
  controller: BookingController | null = null;
  hasBegun = false;
  /** The views of the later steps, once they have loaded. */
  checkoutViews: ViewProps["checkoutViews"] = null;
  /** What a screen reader says next. */
  announcement = "";
  readonly #element: BookingWidget;
  #focus: FocusTarget | null = null;
  /** The visitor began again: a checkout that the page's address names is no longer theirs. */
  #hasRestarted = false;
  #savedAs = "";

  constructor(element: BookingWidget) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    void this.controller?.start();
  }

  hostDisconnected(): void {
    this.controller?.stop();
  }

  hostUpdated(): void {
    const root = this.#element.renderRoot as ShadowRoot; // The element has one: it changes no rendering options.
    applyBranding(root, this.controller?.config?.branding, this.#element.theme);
    const interactions = loadedInteractions();
    for (const part of [this.controller?.services, interactions])
      if (part) adoptStyles(root, part.styles);
    if (!interactions) return;
    if (this.#focus && interactions.moveFocus(root, this.#focus)) this.#focus = null;
  }

  beginOnce(): void {
    if (!this.hasBegun) this.#begin();
  }

  /** Forgets what was chosen and typed, and begins again. */
  reset(): void {
    const { controller } = this;
    this.#hasRestarted = true;
    controller?.stop();
    if (controller && (controller.interactions || this.hasSavedState()))
      controller.act((interactions) => interactions.forget());
    this.#begin();
  }

  #begin(): void {
    const { preview, publishableKey, key, baseUrl, configId, bookingLink } = this.#element;
    const any_key = publishableKey ?? key;
    if (preview)
      // What answers from a draft is a part of its own, which only an editor loads.
      void import("./preview").then(({ previewApi }) =>
        this.#beginWith(previewApi(() => this.#element.preview ?? preview)),
      );
    else
      this.#beginWith(
        any_key ? createApi(baseUrl ?? serviceOrigin, any_key, configId, bookingLink) : null,
      );
  }

  #beginWith(api: Api | null): void {
    const element = this.#element;
    this.hasBegun = true;
    this.controller?.stop();
    this.announcement = "";
    // Saved under the name it began with, whatever the page sets meanwhile.
    this.#savedAs = savedStateName(element);
    void this.loadLanguage();
    this.controller = api && new BookingController(this, api, element);
    if (element.isConnected) void this.controller?.start();
    // Next to the configuration: most need it, and after it would be a round trip more.
    if (api) void import("./services/index").catch(() => undefined);
    // The colours a reader chose for every page come with what answers to the visitor.
    if (matchMedia("(forced-colors: active)").matches) void this.controller?.loadInteractions();
    this.changed();
  }

  /** Loads the language of the element, then shows it. */
  async loadLanguage(): Promise<void> {
    await loadLanguage(this.locale());
    this.changed();
  }

  /** Whether the visitor is back from a checkout: a dialog then opens by itself. */
  isBackFromCheckout(): boolean {
    const saved = loadedInteractions()
      ?.memoryOf<SavedState>(savedStateName(this.#element))
      .recall();
    return !!this.session() || saved?.step === "pay";
  }

  locale(): string {
    return this.#localeWith(this.controller?.config);
  }

  #localeWith(config: Config | null | undefined): string {
    return spokenLocale(this.#element.locale ?? config?.locale ?? languageAround(this.#element));
  }

  t(): Strings {
    return textsOf(this.locale());
  }

  changed(): void {
    this.#element.requestUpdate();
  }

  isWide(): boolean {
    const dialog = this.#element.renderRoot.querySelector("dialog");
    return (dialog?.clientWidth || this.#element.clientWidth) >= WIDE_PX;
  }

  focusOn(target: FocusTarget): void {
    this.#focus = target;
    this.changed();
  }

  announce(text: string): void {
    this.announcement = text;
    this.changed();
  }

  emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean {
    return (
      (!!this.#element.preview && name !== "booking-ready") || dispatch(this.#element, name, detail)
    );
  }

  loadLanguageOf(config: Config): Promise<void> {
    return loadLanguage(this.#localeWith(config));
  }

  async loadServicesOf({ schedules, booking_link }: Config): Promise<typeof Services | null> {
    const hasMore =
      booking_link ||
      schedules.some(
        (one) =>
          one.category ||
          one.description ||
          one.image_url ||
          one.location ||
          one.length_options?.[0] ||
          one.resource_terms?.[0],
      );
    return hasMore ? import("./services/index") : null;
  }

  async loadInteractions(): Promise<typeof Interactions> {
    return (await loadInteractionsPart()).Interactions;
  }

  async loadCheckout(): Promise<typeof CheckoutSteps> {
    const checkout = await loadedInteractions()!.loadCheckout(
      this.#element.renderRoot as ShadowRoot,
    );
    this.checkoutViews = checkout.views;
    return checkout.CheckoutSteps;
  }

  memory(): Memory<SavedState> {
    return loadedInteractions()!.memoryOf<SavedState>(this.#element.preview ? null : this.#savedAs);
  }

  hasSavedState(): boolean {
    return !this.#element.preview && (isSaved(this.#savedAs) || !!this.session());
  }

  session(): string | null {
    return this.#hasRestarted || this.#element.preview
      ? null
      : new URLSearchParams(location.search).get("session_id");
  }
}
