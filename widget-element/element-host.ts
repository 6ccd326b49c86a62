import type { ReactiveController } from "lit";
import { createApi, type Api } from "./api";
import type { BookingWidget } from "./booking-widget";
import { dispatch, type BookingEvents } from "./events";
import { loadedInteractions } from "./interactions-part";
import type { Memory } from "./interactions/memory";
import type { SavedState } from "./interactions/saved-booking";
import { serviceOrigin } from "./loader";
import { adoptStyles } from "./shared/adopt-styles";
import { applyBranding } from "./shared/branding";
import { loadLanguage, spokenLocale, textsOf } from "./shared/languages";
import { languageAround } from "./shared/locale";
import { isSaved, savedStateName } from "./shared/saved-state";
import type { Texts } from "./shared/texts";
import { Store, type FocusTarget, type Page } from "./store";
import type { Config } from "./wire";

/** Width from which CSS shows the times next to the month (52em). */
const WIDE_PX = 832;

let count = 0;

/** The page of an element's store: creates the store and applies its state to the DOM. Internal. */
export class ElementHost implements Page, ReactiveController {
  readonly id = `booking-${++count}`;
  /** Null without a key, which shows a message instead. */
  store: Store | null = null;
  hasBegun = false;
  readonly #element: BookingWidget;
  /** The visitor started over, so ignore a checkout in the page's URL. */
  #hasRestarted = false;
  #savedAs = "";

  constructor(element: BookingWidget) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    void this.store?.start();
  }

  hostDisconnected(): void {
    this.store?.stop();
  }

  hostUpdated(): void {
    // always a shadow root: render options are unchanged
    const root = this.#element.renderRoot as ShadowRoot;
    const { config, services, checkout, timetable, together, combine, focus } =
      this.store?.state ?? {};
    applyBranding(root, config?.branding, this.#element.theme);
    const interactions = loadedInteractions();
    for (const part of [services, interactions, checkout, timetable, together, combine])
      if (part) adoptStyles(root, part.styles);
    if (focus && interactions?.moveFocus(root, focus)) this.store!.set({ focus: null });
  }

  beginOnce(): void {
    if (!this.hasBegun) this.#begin();
  }

  reset(focus: FocusTarget | null = null): void {
    const { store } = this;
    this.#hasRestarted = true;
    store?.stop();
    if (store && (store.part || this.hasSavedState())) store.act("forget");
    this.#begin(focus);
  }

  #begin(focus: FocusTarget | null = null): void {
    const { preview, publishableKey, key, baseUrl, configId, bookingLink } = this.#element;
    const any_key = publishableKey ?? key;
    if (preview)
      // Drafts are handled by a separate part that only editors load.
      void import("./preview").then(({ previewApi }) =>
        this.#beginWith(
          previewApi(() => this.#element.preview ?? preview),
          focus,
        ),
      );
    else
      this.#beginWith(
        any_key ? createApi(baseUrl ?? serviceOrigin, any_key, configId, bookingLink) : null,
        focus,
      );
  }

  #beginWith(api: Api | null, focus: FocusTarget | null): void {
    const element = this.#element;
    this.hasBegun = true;
    this.store?.stop();
    // Keep the initial name, even if attributes change later.
    this.#savedAs = savedStateName(element);
    void this.loadLanguage();
    this.store = api && new Store(this, api, element);
    this.store?.set({ focus });
    if (element.isConnected) void this.store?.start();
    // Forced colours are styled in the interactions' style sheet.
    if (matchMedia("(forced-colors: active)").matches) void this.store?.loadPart();
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
    return this.#localeWith(this.store?.state.config);
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

  emit<Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean {
    return (
      (!!this.#element.preview && name !== "booking-ready") || dispatch(this.#element, name, detail)
    );
  }

  loadLanguageOf(config: Config): Promise<void> {
    return loadLanguage(this.#localeWith(config));
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
