import { html, nothing, type TemplateResult } from "lit";
import { dateInZone, dateWords } from "../shared/format";
import type { StepProps } from "../shared/props";
import { fill } from "../shared/texts";

/** The requested day has no times, so another one is shown. */
export const missedDay = ({ store, t, locale }: StepProps): TemplateResult =>
  html`<p class="empty">
    ${fill(t.date_missed, { date: dateWords(store.calendar.missed ?? "", "long", locale) })}
  </p>`;

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
