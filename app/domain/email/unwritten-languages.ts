import type { TemplateKey } from "~/contract/email";
import { LOCALES } from "~/i18n/locales";

export interface UnwrittenLanguage {
  locale: string;
  /** Whether there is a default text in it; else its readers get English. */
  has_default: boolean;
}

const baseOf = (locale: string) => locale.split("-")[0]!.toLowerCase();

/**
 * The languages in which a company lacks its own text of an email: its language and each it has
 * written any email in. None if it uses the default text throughout and the product supports its
 * language.
 */
export function unwrittenLanguages(
  key: TemplateKey,
  own: Partial<Record<TemplateKey, string[]>>,
  tenantLocale: string,
): UnwrittenLanguage[] {
  const languages = new Set([tenantLocale, ...Object.values(own).flat()].map(baseOf));
  const written = (own[key] ?? []).map(baseOf);
  return [...languages]
    .map((locale) => ({ locale, has_default: LOCALES.some((known) => known === locale) }))
    .filter(
      ({ locale, has_default }) =>
        !written.includes(locale) && (written.length > 0 || !has_default),
    );
}
