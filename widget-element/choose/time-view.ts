import { html, nothing, type TemplateResult } from "lit";
import { clock, clockLabel, dateWords } from "../shared/format";
import { lazyView, stepHead } from "../shared/parts";
import type { StepProps } from "../shared/props";
import { differ, priceWords } from "../shared/summary";
import { fillPlural } from "../shared/texts";
import type { Slot } from "../wire";
import { partsOfDay } from "./times";

/** Fewer seats left than this are mentioned. */
const FEW = 6;

/** Times of the selected day by part of day, displayed in the calendar or not. */
export function timesView(props: StepProps): TemplateResult {
  const { store, services, state, t, locale, config } = props;
  const { calendar } = store;
  const date = state.flow.date!; // this step requires a date
  const span = calendar.spanWith(date);
  const slots = calendar.times(date);
  const full = (config.steps.waitlist && store.part?.fullTimesOf(store, date)) || [];
  const first = slots[0] ?? full[0];
  const loading = !span?.availability && !span?.problem;
  return html`<div class="times" part="times" aria-busy=${loading}>
    ${stepHead(props, dateWords(date, "long", locale))}
    ${first ? html`<p class="hint">${services.timesZones(props, first.starts_at)}</p>` : nothing}
    ${partsOfDay(slots, calendar.zone).map((group) => groupOf(t[group.name], timeButtons(props, group.slots, date, slots)))}
    ${full.length ? store.part?.fullGroup(props, full, date) : nothing}
    ${slots.length || full.length ? nothing : lazyView(props, (part) => part.noTimes(props))}
  </div>`;
}

/** Times under a heading. */
export const groupOf = (name: string, buttons: TemplateResult): TemplateResult =>
  html`<div role="group" aria-label=${name}>
    <h4 aria-hidden="true">${name}</h4>
    <div class="time-list">${buttons}</div>
  </div>`;

/**
 * A button per time with its distinguishing details: few seats left, the company's local time, and
 * prices if any of `all` differs from the price shown above.
 */
export function timeButtons(
  props: StepProps,
  slots: readonly Slot[],
  date: string,
  all: readonly Slot[],
): TemplateResult {
  const { store, services, state, t, locale, config } = props;
  const offer = services.offerOf(state.flow);
  const known = offer?.price_from ?? offer?.price_amount ?? null;
  const pricesDiffer = !offer?.fixed && all.some(({ price_amount }) => price_amount !== known);
  const { zone } = store.calendar;
  const theirs = config.tenant.time_zone;
  return html`${slots.map((slot) => {
    const few = slot.capacity > 1 && slot.remaining < FEW;
    const price = pricesDiffer ? priceWords(props, slot, config.tenant.currency) : "";
    const there = differ(slot.starts_at, zone, theirs) ? clock(slot.starts_at, locale, theirs) : "";
    const notes = [
      there,
      few ? fillPlural(t, "places_left", slot.remaining, locale) : "",
      price,
    ].filter(Boolean);
    return html`<button
      type="button"
      class="time"
      part="time"
      aria-current=${slot.starts_at === state.flow.slot?.starts_at ? "true" : nothing}
      @click=${() => store.act("choose", { type: "slot_chosen", slot, date })}
    >
      ${clockLabel(slot.starts_at, locale, zone)}${notes.map((note) => html`<small>${note}</small>`)}
    </button>`;
  })}`;
}
