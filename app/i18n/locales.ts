import { countryOfZone } from "./zones";

/**
 * Languages, regions and writing directions shared by emails, the guest page and the dashboard. The
 * lists are closed: an Accept-Language header resolves to one of about 250 tags, so caches keyed by
 * locale stay small.
 */

/**
 * The supported languages; English is the fallback. languages.test.ts checks the other lists of
 * languages against this one.
 */
export const LOCALES = ["en", "nl", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof LOCALES)[number];
/** Each language's name in that language. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: "English",
  nl: "Nederlands",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
};

/**
 * A language from LOCALES, optionally with a region that changes date and number formats: "nl-BE".
 */
export type LocaleTag = Locale | `${Locale}-${string}`;

/**
 * Regions with their own formats in Unicode CLDR; "419" is Latin America, "001" the world, "150"
 * Europe.
 */
const REGIONS: Record<Locale, ReadonlySet<string>> = {
  en: regions(
    "AE AG AI AS AT AU BB BE BI BM BS BW BZ CA CC CH CK CM CX CY CZ DE DG DK DM EE ER ES FI FJ FK FM FR GB GD GE GG GH GI GM GS GU GY HK HU ID IE IL IM IN IO IT JE JM JP KE KI KN KY LC LR LS LT LV MG MH MO MP MS MT MU MV MW MY NA NF NG NL NO NR NU NZ PG PH PK PL PN PR PT PW RO RW SB SC SD SE SG SH SI SK SL SS SX SZ TC TK TO TT TV TZ UA UG UM US VC VG VI VU WS ZA ZM ZW 001 150",
  ),
  nl: regions("AW BE BQ CW NL SR SX"),
  de: regions("AT BE CH DE IT LI LU"),
  fr: regions(
    "BE BF BI BJ BL CA CD CF CG CH CI CM DJ DZ FR GA GF GN GP GQ HT KM LU MA MC MF MG ML MQ MR MU NC NE PF PM RE RW SC SN SY TD TG TN VU WF YT",
  ),
  es: regions(
    "AR BO BR BZ CL CO CR CU DO EA EC ES GQ GT HN IC MX NI PA PE PH PR PY SV US UY VE 419",
  ),
  ar: regions(
    "AE BH DJ DZ EG EH ER IL IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SS SY TD TN YE 001",
  ),
};

function regions(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/**
 * Right-to-left languages. More than LOCALES has: a tenant may write mail templates in any
 * language.
 */
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ps", "ur"];

/** Writing direction of a language tag. "he-IL" → "rtl"; an invalid tag is "ltr". */
export function directionOf(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(languageOf(tag)) ? "rtl" : "ltr";
}

/** The supported language for a tag, or English. "nl-BE" → "nl", "pt-BR" → "en". */
export function localeOf(tag: string): Locale {
  return LOCALES.find((locale) => locale === languageOf(tag)) ?? "en";
}

/**
 * The first supported language requested, with its region if that has its own formats; otherwise
 * the fallback's, otherwise English. Takes an Accept-Language header (RFC 9110, 12.5.4: highest q
 * first) or an ordered list of tags. ("pt-BR, nl-BE;q=0.9", "de") → "nl-BE"; ("pt", "de-AT") →
 * "de-AT"; ("en-XX", "de") → "en"
 */
export function pickLocale(
  acceptLanguageOrTags: string | readonly string[] | null,
  fallback: string,
): LocaleTag {
  const tags =
    typeof acceptLanguageOrTags === "string"
      ? acceptedTags(acceptLanguageOrTags)
      : (acceptLanguageOrTags ?? []);
  for (const tag of [...tags, fallback]) {
    const known = toLocaleTag(tag);
    if (known !== null) return known;
  }
  return "en";
}

/** Tags of an Accept-Language header, most preferred first. q=0 excludes a tag. */
export function acceptedTags(header: string): string[] {
  const wishes = header.split(",", 20).map((part) => {
    const [tag = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
    return { tag, q: q === undefined ? 1 : Number(q) };
  });
  return wishes
    .filter(({ tag, q }) => tag !== "" && q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ tag }) => tag);
}

/**
 * Locale for dates in the dashboard: the reader's region if the browser sends one; otherwise the
 * company's region if it speaks the reader's language; otherwise British English. ("en", "en-US") →
 * "en-US"; ("en", "nl-NL") → "en-GB"; ("de-AT", "nl") → "de-AT"
 */
export function dashboardLocale(reader: LocaleTag, tenantLocale: string): LocaleTag {
  if (reader.includes("-")) return reader;
  const tenant = pickLocale([tenantLocale], "en");
  if (tenant.startsWith(`${reader}-`)) return tenant;
  return reader === "en" ? "en-GB" : reader;
}

/**
 * Locale for messages to a member: their chosen language with the company's date format, or the
 * company's locale.
 */
export const memberLocale = (chosen: Locale | null, tenantLocale: string): string =>
  chosen === null ? tenantLocale : dashboardLocale(chosen, tenantLocale);

/**
 * Locale for emails to guests without a known region: the company's if the language matches; for
 * English, the country of the time zone if it uses the 12-hour clock, otherwise Britain. ("en",
 * "nl-NL", "Europe/Amsterdam") → "en-GB"
 */
export function mailLocale<Written extends string>(
  written: Written,
  company: { locale: string; time_zone: string },
): Written | LocaleTag {
  const own = pickLocale([company.locale], "en");
  if (written !== "en" || own.startsWith("en-"))
    return own.startsWith(`${written}-`) ? own : written;
  const country = countryOfZone(company.time_zone, TWELVE_HOURS);
  return country === undefined ? "en-GB" : `en-${country}`;
}

/** Supported languages of countries' guests, the most spoken first; elsewhere English. */
const SPOKEN: Record<string, readonly Locale[]> = {
  ...spoken(["nl"], "NL SR AW CW SX BQ"),
  ...spoken(["de"], "DE AT LI"),
  ...spoken(["fr"], "FR MC BF BJ CD CF CG CI CM GA GF GN GP ML MQ NC NE PF RE SN TG YT"),
  ...spoken(["es"], "ES AR BO CL CO CR CU DO EC GQ GT HN MX NI PA PE PR PY SV UY VE"),
  ...spoken(["ar"], "AE BH EG IQ JO KW LY OM PS QA SA SD SY YE"),
  ...spoken(["ar", "fr"], "DZ LB MA TN"),
  ...spoken(["nl", "fr", "de"], "BE"),
  ...spoken(["de", "fr"], "CH"),
  ...spoken(["fr", "de"], "LU"),
  ...spoken(["en", "fr"], "CA"),
};

function spoken(languages: readonly Locale[], list: string): Record<string, readonly Locale[]> {
  return Object.fromEntries([...regions(list)].map((region) => [region, languages]));
}

/** Languages in which a company of this country writes to its guests. */
export const languagesOf = (country: string): readonly Locale[] => SPOKEN[country] ?? ["en"];

/** The countries whose guests don't read English first. */
export const countriesWithLanguage = Object.keys(SPOKEN);

/**
 * Language of the emails of a company in this country: `preferred` where it is spoken, otherwise
 * the country's. ("NL", "en-US") → "nl"; ("BE", "fr-FR") → "fr-FR"; ("US", "en-US") → "en-US"
 */
export function localeOfCountry(country: string, preferred: LocaleTag): LocaleTag {
  const languages = languagesOf(country);
  return languages.includes(localeOf(preferred)) ? preferred : languages[0]!; // one or more each
}

/** The same by time zone; English if that is no country's with another language. */
export function localeOfZone(timeZone: string): LocaleTag {
  const country = countryOfZone(timeZone, countriesWithLanguage);
  return country === undefined ? "en" : localeOfCountry(country, "en");
}

/** English-speaking regions with a 12-hour clock. */
const TWELVE_HOURS = ["US", "CA", "AU", "NZ", "IN", "PH", "PK", "SG", "MY", "HK", "PR"];

function toLocaleTag(tag: string): LocaleTag | null {
  const language = LOCALES.find((locale) => locale === languageOf(tag));
  if (language === undefined) return null;
  // A four-letter script may precede the region: "ar-Arab-EG".
  const region = /^[a-z]+(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?:[-_]|$)/i
    .exec(tag)?.[1]
    ?.toUpperCase();
  return region !== undefined && REGIONS[language].has(region) ? `${language}-${region}` : language;
}

const languageOf = (tag: string) => tag.split(/[-_]/, 1)[0]!.toLowerCase();
