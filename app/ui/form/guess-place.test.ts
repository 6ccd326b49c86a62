import { expect, test } from "vitest";
import { tenantFields } from "~/contract/tenant";
import { LOCALES, localeOfZone } from "~/i18n/locales";
import { currencies, currencyOfZones, guessPlace, languagesOfZones } from "./guess-place";

test.each([
  ["nl-BE,nl;q=0.9,en;q=0.8", "nl-BE", "EUR", "Europe/Brussels"],
  ["nl", "nl", "EUR", "Europe/Amsterdam"],
  ["en-US,en;q=0.9", "en-US", "USD", "America/New_York"],
  ["en-GB", "en-GB", "GBP", "Europe/London"],
  ["de-CH", "de-CH", "CHF", "Europe/Zurich"],
  // Guests' emails are in a language of the country, the owner's own where it is one.
  ["en-NL,en;q=0.9", "nl", "EUR", "Europe/Amsterdam"],
  ["fr-CH,fr", "fr-CH", "CHF", "Europe/Zurich"],
  ["en-GB-oxendict,de-AT", "en-GB", "GBP", "Europe/London"],
  ["ja-JP,ja;q=0.9,en;q=0.5", "en", "JPY", "Asia/Tokyo"],
  ["ar-EG", "ar-EG", "EGP", "Africa/Cairo"],
  ["en", "en", "EUR", "UTC"],
  ["*", "en", "EUR", "UTC"],
  ["not a language, en-ZZ;q=zz", "en", "EUR", "UTC"],
  [null, "en", "EUR", "UTC"],
])("%s: %s, %s, %s", (header, locale, currency, time_zone) => {
  expect(guessPlace(header)).toEqual({ locale, currency, time_zone });
});

test("what is offered is what a company may have", () => {
  for (const currency of currencies)
    expect(tenantFields.currency.safeParse(currency).success, currency).toBe(true);
  for (const locale of LOCALES)
    expect(tenantFields.locale.safeParse(locale).success, locale).toBe(true);
});

test("a time zone has the currency of its country", () => {
  const found = currencyOfZones();
  expect(found).toMatchObject({
    "Europe/London": "GBP",
    "Europe/Zurich": "CHF",
    "Europe/Lisbon": "EUR",
    "America/Chicago": "USD",
    "Pacific/Honolulu": "USD",
    "America/Vancouver": "CAD",
    "Asia/Tokyo": "JPY",
    "Atlantic/Canary": "EUR",
  });
  expect(found).not.toHaveProperty("UTC");
  for (const currency of Object.values(found)) expect(currencies).toContain(currency);
  const zones = Intl.supportedValuesOf("timeZone");
  for (const zone of Object.keys(found)) expect(zones, zone).toContain(zone);
});

test("a time zone has the languages of its country's guests", () => {
  const found = languagesOfZones();
  expect(found).toMatchObject({
    "Europe/Amsterdam": ["nl"],
    "Europe/Brussels": ["nl", "fr", "de"],
    "Europe/London": ["en"],
    "America/Toronto": ["en", "fr"],
    "Africa/Casablanca": ["ar", "fr"],
  });
  expect(found).not.toHaveProperty("UTC");
  expect(["Europe/Vienna", "America/Lima", "Asia/Tokyo", "UTC"].map(localeOfZone)).toEqual([
    "de",
    "es",
    "en",
    "en",
  ]);
});
