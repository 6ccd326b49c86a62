/** The time zones of a country (ISO 3166-1); none for a region that is no country. */
export function zonesOf(region: string): string[] {
  // ECMA-402's Intl.Locale info, which TypeScript does not know yet; a property in older engines.
  const locale = new Intl.Locale(`und-${region}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?(): string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Whether a country has this zone, also by the zone's older name, which the list of a country may have: Asia/Calcutta for Asia/Kolkata. */
export function isZoneOf(region: string, timeZone: string): boolean {
  const zones = zonesOf(region);
  const known = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  return zones.includes(timeZone) || zones.includes(known);
}
