import { html, type TemplateResult } from "lit";
import { cityOf, offset, zoneOr } from "../format";
import { icon } from "./parts";
import type { StepProps } from "./props";

/** The zones of the world, more than four hundred, as the browser knows them. */
const known = Intl.supportedValuesOf("timeZone");

/** The zone the times are shown in, and the choice of another: the visitor's and the company's come first. */
export function zoneChoice({ controller, t, locale, config }: StepProps): TemplateResult {
  const { zone } = controller.calendar;
  const moment = `${controller.flow.date ?? `${controller.calendar.month}-01`}T12:00:00Z`;
  const first = [...new Set([zoneOr(null), config.tenant.time_zone])];
  const others = new Set([...known, zone].filter((name) => !first.includes(name)));
  const continents = Map.groupBy(others, (name) => name.split("/")[0]!);
  const options = (names: readonly string[]) =>
    names.map((name) => html`<option value=${name} .selected=${name === zone}>${cityOf(name)}</option>`);
  return html`<label class="zone" part="zone">
    ${icon("globe")}<span class="hidden">${t.zone_label}</span>
    <select @change=${(event: Event) => controller.changeZone((event.target as HTMLSelectElement).value)}>
      ${options(first)}
      ${[...continents].map(([name, zones]) => html`<optgroup label=${name}>${options(zones)}</optgroup>`)}
    </select>
    ${offset(moment, locale, zone)}
  </label>`;
}
