import type { TemplateKey } from "~/contract/email";
import { LOCALES, pickLocale } from "~/i18n/locales";
import { defaultTemplate } from "./default-templates";
import type { TemplateText } from "./liquid-template.server";

export interface ChosenTemplate extends TemplateText {
  /** The language it is written in, with the reader's own region where that is the same language: what dates and money are written in. */
  locale: string;
}

const baseOf = (locale: string) => locale.split("-")[0]!.toLowerCase();

/** The reader's language, then the tenant's, then English: each as it is and without its region, once each. */
export function localeChain(reader: string | null, tenant: string): string[] {
  const wanted = [reader, tenant, "en"].filter((locale) => locale !== null);
  return [...new Set(wanted.flatMap((locale) => [locale, baseOf(locale)]))];
}

/**
 * The template for a reader, in the first language of the chain that there is any text in: the tenant's own where it wrote one in that
 * language, the nearest region first, else the service's. An own text replaces its own language and no other.
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

/** en for a reader of en-GB is en-GB: the same words, dates as they are written there. */
function regional(locale: string, reader: string | null): string {
  return reader !== null && baseOf(reader) === baseOf(locale) ? reader : locale;
}
