import { html, type TemplateResult } from "lit/html.js";
import { cityOf, offset } from "../format";
import { icon } from "./parts";
import type { StepScene } from "./scene";

/** The zones of the world by continent, made once: there are more than four hundred. */
let world: Map<string, string[]> | null = null;

function zonesByContinent(): Map<string, string[]> {
  if (world) return world;
  world = new Map();
  for (const zone of Intl.supportedValuesOf?.("timeZone") ?? []) {
    const continent = zone.split("/")[0] ?? "";
    const known = world.get(continent);
    if (known) known.push(zone);
    else world.set(continent, [zone]);
  }
  return world;
}

/** The zone the times are shown in, and the choice of another: the visitor's and the company's come first. */
export function zoneChoice({ visit, t, locale, config }: StepScene): TemplateResult {
  const { zone } = visit.calendar;
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const moment = `${visit.flow.date ?? `${visit.calendar.month}-01`}T12:00:00Z`;
  const suggested = [...new Set([zone, own, config.tenant.time_zone])];
  const change = (event: Event) => visit.changeZone((event.target as HTMLSelectElement).value);
  return html`<label class="zone" part="zone">
    ${icon("globe")}<span class="hidden">${t.zone_label}</span>
    <select @change=${change}>
      <optgroup label=${t.zone_suggested}>
        ${suggested.map(
          (name) =>
            html`<option value=${name} .selected=${name === zone}>
              ${cityOf(name)} (${offset(moment, locale, name)})
            </option>`,
        )}
      </optgroup>
      ${[...zonesByContinent()].map(
        ([continent, zones]) =>
          html`<optgroup label=${continent}>
            ${zones.filter((name) => !suggested.includes(name)).map((name) => html`<option value=${name}>${cityOf(name)}</option>`)}
          </optgroup>`,
      )}
    </select>
  </label>`;
}
