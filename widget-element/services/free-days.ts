import { html, nothing, type TemplateResult } from "lit";
import { groupOf, timeButtons } from "../choose/time-view";
import { dateInZone, dateWords } from "../shared/format";
import type { StepProps } from "../shared/props";
import { fill } from "../shared/texts";
import type { Slot } from "../wire";

const CHIPS = 3;

/** The first free times, to choose one without looking at the calendar; until a day is chosen. */
export function nextFree(
  props: StepProps,
  days: Map<string, Slot[]>,
): TemplateResult | typeof nothing {
  const { store, state, t, locale } = props;
  const { calendar } = store;
  const [first] = days;
  if (!first || state.flow.step !== "day" || calendar.from > calendar.limits.min) return nothing;
  const [date, slots] = first;
  const chips = slots.slice(0, CHIPS);
  return html`<div class="times next-free">
    ${groupOf(fill(t.next_free, { date: dateWords(date, "short", locale) }), timeButtons(props, chips, date, chips))}
  </div>`;
}

/** Announces that the requested day has no times before showing another. */
export function missedDay({ store, t, locale }: StepProps): TemplateResult | typeof nothing {
  const { missed } = store.calendar;
  return missed
    ? html`<p class="empty">${fill(t.date_missed, { date: dateWords(missed, "long", locale) })}</p>`
    : nothing;
}

/** Days without times, with a link to the next day that has some. */
export function noDays({ store, t, locale }: StepProps): TemplateResult | typeof nothing {
  const { calendar } = store;
  const availability = calendar.shown?.availability;
  if (!availability) return nothing;
  const next =
    availability.next_available && dateInZone(availability.next_available, calendar.zone);
  return html`<div class="empty">
    <p>${t.days_empty}</p>
    ${
      next
        ? html`<button
            type="button"
            class="time"
            part="time"
            @click=${() => store.act("goToDay", next)}
          >
            ${fill(t.next_free, { date: dateWords(next, "long", locale) })}
          </button>`
        : nothing
    }
  </div>`;
}
