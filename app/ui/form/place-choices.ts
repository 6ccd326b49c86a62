import { LOCALES } from "~/i18n/locales";
import { pageLocale } from "~/i18n/text";
import { currencies, type Place } from "./guess-place";

/**
 * Time zones, currencies and languages to choose from, including the current ones. For loaders: the
 * lists are long.
 */
export function placeChoices({ time_zone, currency, locale }: Place) {
  return {
    time_zones: timeZoneChoices(time_zone),
    currencies: named(withThis(currencies, currency), "currency"),
    languages: named(withThis(LOCALES, locale), "language"),
  };
}

export function timeZoneChoices(timeZone: string) {
  const zones = withThis(["UTC", ...Intl.supportedValuesOf("timeZone")], timeZone);
  return zones.map((value) => ({ value, label: value.replace(/_/g, " ") }));
}

function withThis(values: readonly string[], value: string): string[] {
  return values.includes(value) ? [...values] : [value, ...values];
}

/** Adds display names in the page's language. Done on the server because browsers' CLDR data differ. */
function named(values: string[], type: "currency" | "language") {
  const names = new Intl.DisplayNames(pageLocale(), { type });
  return values.map((value) => {
    const name = names.of(value) ?? value;
    return { value, label: type === "currency" ? `${value} ${name}` : name };
  });
}
