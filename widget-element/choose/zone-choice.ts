import { html, type TemplateResult } from "lit";
import { cityOf, offset, zoneOr } from "../shared/format";
import { icon } from "../shared/parts";
import type { StepProps } from "../shared/props";

/**
 * Displayed time zone and a select to change it; the visitor's and the company's are listed first.
 */
export function zoneChoice({ controller, t, locale, config }: StepProps): TemplateResult {
  const { zone } = controller.calendar;
  const moment = `${controller.flow.date ?? `${controller.calendar.month}-01`}T12:00:00Z`;
  const own = [zoneOr(null), config.tenant.time_zone];
  // The full list loads on interaction.
  const first = [...new Set(controller.interactions ? own : [...own, zone])];
  return html`<label class="zone" part="zone">
    ${icon("globe")}<span class="hidden">${t.zone_label}</span>
    <select
      @change=${({ target }: Event) => controller.act((interactions) => interactions.changeZone((target as HTMLSelectElement).value))}
    >
      ${zoneOptions(first, zone)}${controller.interactions?.otherZones(first)}
    </select>
    ${offset(moment, locale, zone)}
  </label>`;
}

export const zoneOptions = (names: readonly string[], zone: string): TemplateResult[] =>
  names.map(
    (name) => html`<option value=${name} .selected=${name === zone}>${cityOf(name)}</option>`,
  );
