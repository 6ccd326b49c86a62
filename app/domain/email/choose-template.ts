import type { TemplateKey } from "~/contract/email";
import { pickLocale } from "~/i18n/locales";
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
 * The template for a reader. A tenant's own comes first in every language of the chain, because what it says (an entry code, an address)
 * matters more than its language; without any the service's own text in the reader's language.
 */
export function chooseTemplate(
  key: TemplateKey,
  own: { locale: string; subject: string; body: string }[],
  reader: string | null,
  tenantLocale: string,
): ChosenTemplate {
  const chain = localeChain(reader, tenantLocale);
  const named = chain.flatMap((locale) => own.filter((row) => row.locale.toLowerCase() === locale.toLowerCase()));
  const chosen = named[0];
  if (chosen) return { subject: chosen.subject, body: chosen.body, locale: regional(chosen.locale, reader) };
  const locale = pickLocale(chain, "en");
  return { ...defaultTemplate(key, locale), locale };
}

/** en for a reader of en-GB is en-GB: the same words, dates as they are written there. */
function regional(locale: string, reader: string | null): string {
  return reader !== null && baseOf(reader) === baseOf(locale) ? reader : locale;
}
