import { html, nothing, type TemplateResult } from "lit/html.js";
import { clockLabels, dateWords } from "../format";
import { fillPlural } from "../strings";
import { partsOfDay } from "../times";
import type { Slot } from "../wire";
import { stepHead } from "./parts";
import type { StepScene } from "./scene";
import { priceWords } from "./summary";

/** Fewer places than this are worth a word. */
const FEW = 6;

/** The times of the chosen day, by part of the day. */
export function timesView(scene: StepScene, days: Map<string, Slot[]>): TemplateResult {
  const { visit, t, locale } = scene;
  const date = visit.flow.date!; // The step machine reaches this step with a date only.
  const slots = days.get(date) ?? [];
  const loading = !visit.calendar.shown?.availability;
  return html`<div class="times" part="times" aria-busy=${loading}>
    ${stepHead(scene, dateWords(date, "long", locale))}
    ${partsOfDay(slots, visit.calendar.zone).map(
      (group) =>
        html`<div role="group" aria-label=${t[group.name]}>
          <h4 aria-hidden="true">${t[group.name]}</h4>
          ${timeButtons(scene, group.slots, date)}
        </div>`,
    )}
    ${slots.length ? nothing : html`<p class="empty">${loading ? t.loading : t.time_none}</p>`}
  </div>`;
}

/** A button for each time, with what sets it apart: few places left, or another price than usual. */
export function timeButtons(scene: StepScene, slots: readonly Slot[], date: string): TemplateResult {
  const { visit, t, locale, config } = scene;
  const labels = clockLabels(
    slots.map(({ starts_at }) => starts_at),
    locale,
    visit.calendar.zone,
  );
  const usual = visit.flow.offer?.schedule?.price_amount ?? null;
  return html`<div class="time-list">
    ${slots.map((slot, index) => {
      const few = slot.capacity > 1 && slot.remaining < FEW;
      const price = slot.price_amount === usual ? "" : priceWords(scene, slot, config.tenant.currency);
      const notes = [few ? fillPlural(t.places_left, slot.remaining, locale) : "", price].filter(Boolean);
      return html`<button
        type="button"
        class="time"
        part="time"
        aria-current=${slot.id === visit.flow.slot?.id ? "true" : nothing}
        @click=${() => visit.choose({ type: "slot_chosen", slot, date })}
      >
        ${labels[index]}${notes.map((note) => html`<small>${note}</small>`)}
      </button>`;
    })}
  </div>`;
}
