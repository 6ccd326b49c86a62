import { html, nothing, type TemplateResult } from "lit/html.js";
import { clockLabels, dateWords } from "../format";
import { fillPlural } from "../strings";
import { partsOfDay } from "../times";
import type { Slot } from "../wire";
import { stepHead } from "./parts";
import type { StepProps } from "./props";
import { priceWords } from "./summary";

/** Fewer places than this are worth a word. */
const FEW = 6;

/** The times of the chosen day, by part of the day. */
export function timesView(props: StepProps, days: Map<string, Slot[]>): TemplateResult {
  const { controller, t, locale } = props;
  const date = controller.flow.date!; // The step machine reaches this step with a date only.
  const slots = days.get(date) ?? [];
  const loading = !controller.calendar.shown?.availability;
  return html`<div class="times" part="times" aria-busy=${loading}>
    ${stepHead(props, dateWords(date, "long", locale))}
    ${partsOfDay(slots, controller.calendar.zone).map(
      (group) =>
        html`<div role="group" aria-label=${t[group.name]}>
          <h4 aria-hidden="true">${t[group.name]}</h4>
          ${timeButtons(props, group.slots, date)}
        </div>`,
    )}
    ${slots.length ? nothing : html`<p class="empty">${loading ? t.loading : t.time_none}</p>`}
  </div>`;
}

/** A button for each time, with what sets it apart: few places left, or another price than usual. */
export function timeButtons(props: StepProps, slots: readonly Slot[], date: string): TemplateResult {
  const { controller, t, locale, config } = props;
  const labels = clockLabels(
    slots.map(({ starts_at }) => starts_at),
    locale,
    controller.calendar.zone,
  );
  const usual = controller.flow.bookable?.schedule?.price_amount ?? null;
  return html`<div class="time-list">
    ${slots.map((slot, index) => {
      const few = slot.capacity > 1 && slot.remaining < FEW;
      const price = slot.price_amount === usual ? "" : priceWords(props, slot, config.tenant.currency);
      const notes = [few ? fillPlural(t.places_left, slot.remaining, locale) : "", price].filter(Boolean);
      return html`<button
        type="button"
        class="time"
        part="time"
        aria-current=${slot.id === controller.flow.slot?.id ? "true" : nothing}
        @click=${() => controller.choose({ type: "slot_chosen", slot, date })}
      >
        ${labels[index]}${notes.map((note) => html`<small>${note}</small>`)}
      </button>`;
    })}
  </div>`;
}
