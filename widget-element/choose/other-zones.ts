import { html, type TemplateResult } from "lit";
import { zoneOptions } from "./zone-choice";

/** The zones of the world, more than four hundred, as the browser knows them, by continent. */
export function otherZones(first: readonly string[], zone: string): TemplateResult[] {
  const others = new Set(
    [...Intl.supportedValuesOf("timeZone"), zone].filter((name) => !first.includes(name)),
  );
  const continents = Map.groupBy(others, (name) => name.split("/")[0]!);
  return [...continents].map(
    ([name, zones]) => html`<optgroup label=${name}>${zoneOptions(zones, zone)}</optgroup>`,
  );
}
