import type { TemplateKey } from "~/contract/email";
import { LOCALES, pickLocale } from "~/i18n/locales";
import { defaultTemplate } from "./default-templates";
import type { TemplateText } from "./liquid-template.server";

export interface ChosenTemplate extends TemplateText {
  /**
   * Its language, with the reader's region if the language is the same: used for dates and money.
   */
  locale: string;
}

const baseOf = (locale: string) => locale.split("-")[0]!.toLowerCase();

/**
 * The reader's language, then the tenant's, then English: each with and without its region, without
 * duplicates.
 */
function localeChain(reader: string | null, tenant: string): string[] {
  const wanted = [reader, tenant, "en"].filter((locale) => locale !== null);
  return [...new Set(wanted.flatMap((locale) => [locale, baseOf(locale)]))];
}

/**
 * The template for a reader, in the first language of the chain with any text: the tenant's own in
 * that language, the nearest region first, else the default one. An own text only replaces its own
 * language.
 */
export function chooseTemplate(
  key: TemplateKey,
  own: { locale: string; subject: string; body: string }[],
  reader: string | null,
  tenantLocale: string,
): ChosenTemplate {
  const chain = localeChain(reader, tenantLocale);
  for (const language of new Set(chain.map(baseOf))) {
    const wanted = chain.filter((locale) => baseOf(locale) === language);
    const written = own.filter((row) => baseOf(row.locale) === language);
    const exact = wanted.flatMap((locale) =>
      written.filter((row) => row.locale.toLowerCase() === locale.toLowerCase()),
    );
    const chosen = exact[0] ?? written[0];
    if (chosen)
      return {
        subject: chosen.subject,
        body: chosen.body,
        locale: regional(chosen.locale, reader),
      };
    if (LOCALES.some((locale) => locale === language))
      return standard(key, pickLocale(wanted, "en"));
  }
  return standard(key, "en");
}

const standard = (key: TemplateKey, locale: string): ChosenTemplate => ({
  ...defaultTemplate(key, locale),
  locale,
});

/** en for a reader of en-GB is en-GB: the same words, with that region's date format. */
function regional(locale: string, reader: string | null): string {
  return reader !== null && baseOf(reader) === baseOf(locale) ? reader : locale;
}
