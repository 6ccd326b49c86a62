/** By region: at most some 1,700, as callers pass those of Intl.Locale or of a fixed list. */
const zonesByRegion = new Map<string, readonly string[]>();

/** Time zones of a country (ISO 3166-1); empty for an unknown region. */
export function zonesOf(region: string): readonly string[] {
  let zones = zonesByRegion.get(region);
  if (zones === undefined) zonesByRegion.set(region, (zones = readZones(region)));
  return zones;
}

/** Takes half a millisecond. */
function readZones(region: string): readonly string[] {
  // ECMA-402 Intl.Locale info: not in TypeScript's types yet, and a property instead of a method in
  // older engines.
  const locale = new Intl.Locale(`und-${region}`) as Intl.Locale & {
    timeZones?: string[];
    getTimeZones?(): string[];
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/**
 * Finds the country (ISO 3166-1), among those given, of a time zone; undefined for zones such as
 * UTC. The zone may have an older name: Asia/Calcutta for Asia/Kolkata.
 */
export function countryOfZone(timeZone: string, countries: readonly string[]): string | undefined {
  const known = new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  return countries.find((country) => {
    const zones = zonesOf(country);
    return zones.includes(timeZone) || zones.includes(known);
  });
}
