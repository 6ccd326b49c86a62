/** Time zones of a country (ISO 3166-1); empty for an unknown region. */
export function zonesOf(region: string): string[] {
  // ECMA-402 Intl.Locale info: not in TypeScript's types yet, and a property instead of a method in
  // older engines.
  const locale = new Intl.Locale(`und-${region}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?(): string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/**
 * Whether a country uses this zone, including under an older name: Asia/Calcutta for Asia/Kolkata.
 */
export function isZoneOf(region: string, timeZone: string): boolean {
  const zones = zonesOf(region);
  const known = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  return zones.includes(timeZone) || zones.includes(known);
}
