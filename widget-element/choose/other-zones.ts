import { html, type TemplateResult } from "lit";
import { zoneOptions } from "./zone-choice";

/** The browser's list of time zones, over four hundred, by continent. */
export function otherZones(first: readonly string[], zone: string): TemplateResult[] {
  const others = new Set(
    [...Intl.supportedValuesOf("timeZone"), zone].filter((name) => !first.includes(name)),
  );
  const continents = Map.groupBy(others, (name) => name.split("/")[0]!);
  return [...continents].map(
    ([name, zones]) => html`<optgroup label=${name}>${zoneOptions(zones, zone)}</optgroup>`,
  );
}
