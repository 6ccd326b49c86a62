import { isZoneOf } from "./zones";

/**
 * The languages, regions and writing directions that mails, the guest's page and the dashboard share. The lists are closed: a stranger's
 * Accept-Language can only ever lead to one of about 250 tags, so what is cached by locale stays small.
 */

/** The languages in which there are texts. English is the fallback. Where they are listed again, languages.test.ts holds that list to this one. */
export const LOCALES = ["en", "nl", "de", "fr", "es", "ar"] as const;
export type Locale = (typeof LOCALES)[number];
/** The name of each language that its own readers know. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: "English",
  nl: "Nederlands",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ar: "العربية",
};

/** A language of LOCALES, with a region that changes how dates and numbers are written: "nl-BE". */
export type LocaleTag = Locale | `${Locale}-${string}`;

/** The regions that Unicode's CLDR has formats of its own for; "419" is Latin America, "001" the world, "150" Europe. */
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

/** Languages written from right to left. More than LOCALES: a tenant may write mail templates in any language. */
const RIGHT_TO_LEFT = ["ar", "fa", "he", "ps", "ur"];

/** The direction in which a tag's language is written. "he-IL" → "rtl"; what is no language tag reads from left to right. */
export function directionOf(tag: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.includes(languageOf(tag)) ? "rtl" : "ltr";
}

/** The language whose texts a tag gets: its own where there are texts in it, else English. "nl-BE" → "nl", "pt-BR" → "en". */
export function localeOf(tag: string): Locale {
  return LOCALES.find((locale) => locale === languageOf(tag)) ?? "en";
}

/**
 * The first requested language that there are texts in, with its region where that has formats of its own; else that of `fallback`;
 * else English. Wishes are an Accept-Language header (RFC 9110, 12.5.4: the highest q first) or tags in order.
 * ("pt-BR, nl-BE;q=0.9", "de") → "nl-BE"; ("pt", "de-AT") → "de-AT"; ("en-XX", "de") → "en"
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

/** The tags of an Accept-Language header, the most wanted first; those with q=0 are refused by the reader. */
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
 * How the dashboard writes dates for a reader in a company: as in the reader's region, where their browser says none as in the company's,
 * where that speaks the same language, else English as in Britain. ("en", "en-US") → "en-US"; ("en", "nl-NL") → "en-GB"; ("de-AT", "nl") → "de-AT"
 */
export function dashboardLocale(reader: LocaleTag, tenantLocale: string): LocaleTag {
  if (reader.includes("-")) return reader;
  const tenant = pickLocale([tenantLocale], "en");
  if (tenant.startsWith(`${reader}-`)) return tenant;
  return reader === "en" ? "en-GB" : reader;
}

/** What a member of a company is written to in: the language they chose, dates as the company writes them; without one the company's. */
export const memberLocale = (chosen: Locale | null, tenantLocale: string): string =>
  chosen === null ? tenantLocale : dashboardLocale(chosen, tenantLocale);

/**
 * How a mail in this language writes dates for a company's guests who told no region: as the company's own language does; English as in the
 * country of its time zone where that has the 12-hour clock, else as in Britain. ("en", "nl-NL", "Europe/Amsterdam") → "en-GB"
 */
export function mailLocale(
  written: string,
  company: { locale: string; time_zone: string },
): string {
  const own = pickLocale([company.locale], "en");
  if (written !== "en" || own.startsWith("en-"))
    return own.startsWith(`${written}-`) ? own : written;
  const country = TWELVE_HOURS.find((region) => isZoneOf(region, company.time_zone));
  return country === undefined ? "en-GB" : `en-${country}`;
}

/** Where people write English, with the 12-hour clock. */
const TWELVE_HOURS = ["US", "CA", "AU", "NZ", "IN", "PH", "PK", "SG", "MY", "HK", "PR"];

function toLocaleTag(tag: string): LocaleTag | null {
  const language = LOCALES.find((locale) => locale === languageOf(tag));
  if (language === undefined) return null;
  // After the language a script of four letters may come before the region: "ar-Arab-EG".
  const region = /^[a-z]+(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})(?:[-_]|$)/i
    .exec(tag)?.[1]
    ?.toUpperCase();
  return region !== undefined && REGIONS[language].has(region) ? `${language}-${region}` : language;
}

const languageOf = (tag: string) => tag.split(/[-_]/, 1)[0]!.toLowerCase();
