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
import { loadLanguage, spokenLocale, textsOf } from "./shared/languages";
import type { Texts } from "./shared/texts";
import type { Config } from "./wire";

/** Width from which CSS shows the times next to the month (52em). */
const WIDE_PX = 832;

let count = 0;

/**
 * Connects the element to its controller: starts it, stores render state and implements its host.
 * Internal.
 */
export class ElementHost implements Host, ReactiveController {
  /** Identifies this element in the browser's history. */
  readonly id = `booking-${++count}`;
  /** Null without a key, which shows a message instead. */
  controller: BookingController | null = null;
  hasBegun = false;
  /** Views of later steps, once loaded. */
  checkoutViews: ViewProps["checkoutViews"] = null;
  /** Text of the live region. */
  announcement = "";
  readonly #element: BookingWidget;
  #focus: FocusTarget | null = null;
  /** The visitor started over, so ignore a checkout in the page's URL. */
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
    // always a shadow root: render options are unchanged
    const root = this.#element.renderRoot as ShadowRoot;
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

  /** Clears choices and input, and starts over. */
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
      // Drafts are handled by a separate part that only editors load.
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
    // Keep the initial name, even if attributes change later.
    this.#savedAs = savedStateName(element);
    void this.loadLanguage();
    this.controller = api && new BookingController(this, api, element);
    if (element.isConnected) void this.controller?.start();
    // In parallel with the configuration: most need it, and loading it afterwards would cost a
    // round trip.
    if (api) void import("./services/index").catch(() => undefined);
    // Forced colours are styled in the interactions' style sheet.
    if (matchMedia("(forced-colors: active)").matches) void this.controller?.loadInteractions();
    this.changed();
  }

  /** Loads the element's language, then renders. */
  async loadLanguage(): Promise<void> {
    await loadLanguage(this.locale());
    this.changed();
  }

  /** Whether the visitor returns from checkout; then the dialog opens automatically. */
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

  t(): Texts {
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
