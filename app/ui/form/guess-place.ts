import {
  acceptedTags,
  countriesWithLanguage,
  languagesOf,
  localeOfCountry,
  pickLocale,
} from "~/i18n/locales";
import { zonesOf } from "~/i18n/zones";

export interface Place {
  locale: string;
  currency: string;
  time_zone: string;
}

/** Currencies offered first; a company's other currency is set through the API. */
export const currencies =
  "EUR USD GBP CHF SEK NOK DKK PLN CZK HUF RON BGN ISK TRY UAH ILS AED SAR EGP MAD ZAR KES NGN INR IDR MYR PHP SGD THB VND JPY KRW CNY HKD TWD AUD NZD CAD MXN BRL ARS CLP COP PEN".split(
    " ",
  );

const EURO = "AD AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA".split(
  " ",
);
const CURRENCY_OF: Record<string, string> = {
  ...Object.fromEntries(EURO.map((region) => [region, "EUR"])),
  US: "USD",
  GB: "GBP",
  CH: "CHF",
  LI: "CHF",
  SE: "SEK",
  NO: "NOK",
  DK: "DKK",
  PL: "PLN",
  CZ: "CZK",
  HU: "HUF",
  RO: "RON",
  BG: "EUR",
  IS: "ISK",
  TR: "TRY",
  UA: "UAH",
  IL: "ILS",
  AE: "AED",
  SA: "SAR",
  EG: "EGP",
  MA: "MAD",
  ZA: "ZAR",
  KE: "KES",
  NG: "NGN",
  IN: "INR",
  ID: "IDR",
  MY: "MYR",
  PH: "PHP",
  SG: "SGD",
  TH: "THB",
  VN: "VND",
  JP: "JPY",
  KR: "KRW",
  CN: "CNY",
  HK: "HKD",
  TW: "TWD",
  AU: "AUD",
  NZ: "NZD",
  CA: "CAD",
  MX: "MXN",
  BR: "BRL",
  AR: "ARS",
  CL: "CLP",
  CO: "COP",
  PE: "PEN",
};
/** The most populous time zone of countries with several. */
const MAIN_ZONE: Record<string, string> = {
  US: "America/New_York",
  CA: "America/Toronto",
  MX: "America/Mexico_City",
  BR: "America/Sao_Paulo",
  AR: "America/Argentina/Buenos_Aires",
  CL: "America/Santiago",
  ES: "Europe/Madrid",
  PT: "Europe/Lisbon",
  DE: "Europe/Berlin",
  UA: "Europe/Kyiv",
  CN: "Asia/Shanghai",
  ID: "Asia/Jakarta",
  MY: "Asia/Kuala_Lumpur",
  AU: "Australia/Sydney",
  NZ: "Pacific/Auckland",
};
/** Default region of a language without one. */
const REGION_OF: Record<string, string> = { nl: "NL", de: "DE", fr: "FR", es: "ES" };

/**
 * Guesses locale, currency and time zone from an Accept-Language header: the first supported
 * language with its region. "nl-BE,nl;q=0.9" → nl-BE, EUR, Europe/Brussels. The browser's own time
 * zone is more reliable.
 */
export function guessPlace(acceptLanguage: string | null): Place {
  const language = pickLocale(acceptLanguage, "en");
  const locale = new Intl.Locale(language);
  const tags = acceptedTags(acceptLanguage ?? "").flatMap(toLocale);
  const region =
    locale.region ?? tags.find((tag) => tag.region)?.region ?? REGION_OF[locale.language];
  return {
    locale: region === undefined ? language : localeOfCountry(region, language),
    currency: CURRENCY_OF[region ?? ""] ?? "EUR",
    time_zone: zoneOf(region) ?? "UTC",
  };
}

function toLocale(tag: string): Intl.Locale[] {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return []; // "*" or an invalid header
  }
}

/** Currency by time zone: { "Europe/London": "GBP", … }. Zones of unknown countries are omitted. */
export function currencyOfZones(): Record<string, string> {
  const known = Object.entries(CURRENCY_OF);
  return Object.fromEntries(
    known.flatMap(([region, currency]) => zonesOf(region).map((zone) => [zone, currency])),
  );
}

/**
 * Languages of emails by time zone: { "Europe/Brussels": ["nl", "fr", "de"], … }. Zones of unknown
 * countries are omitted.
 */
export function languagesOfZones(): Record<string, readonly string[]> {
  const countries = new Set([...Object.keys(CURRENCY_OF), ...countriesWithLanguage]);
  return Object.fromEntries(
    [...countries].flatMap((region) =>
      zonesOf(region).map((zone) => [zone, languagesOf(region)] as const),
    ),
  );
}

function zoneOf(region: string | undefined): string | undefined {
  return region === undefined ? undefined : (MAIN_ZONE[region] ?? zonesOf(region)[0]);
}
