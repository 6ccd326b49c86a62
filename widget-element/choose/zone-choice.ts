import { html, type TemplateResult } from "lit";
import { cityOf, offset, zoneOr } from "../shared/format";
import { icon } from "../shared/parts";
import type { StepProps } from "../shared/props";

/**
 * Displayed time zone and a select to change it; the visitor's and the company's are listed first.
 */
export function zoneChoice({ store, state, t, locale, config }: StepProps): TemplateResult {
  const { zone } = store.calendar;
  const moment = `${state.flow.date ?? store.calendar.from}T12:00:00Z`;
  const own = [zoneOr(null), config.tenant.time_zone];
  // The full list loads on interaction.
  const first = [...new Set(store.part ? own : [...own, zone])];
  return html`<label class="zone" part="zone">
    ${icon("globe")}<span class="hidden">${t.zone_label}</span>
    <select
      @change=${({ target }: Event) => store.act("changeZone", (target as HTMLSelectElement).value)}
    >
      ${zoneOptions(first, zone)}${store.part?.otherZones(first, zone)}
    </select>
    ${offset(moment, locale, zone)}
  </label>`;
}

export const zoneOptions = (names: readonly string[], zone: string): TemplateResult[] =>
  names.map(
    (name) => html`<option value=${name} .selected=${name === zone}>${cityOf(name)}</option>`,
  );
