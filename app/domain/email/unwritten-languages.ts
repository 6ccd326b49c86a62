import type { TemplateKey } from "~/contract/email";
import { LOCALES } from "~/i18n/locales";

export interface UnwrittenLanguage {
  locale: string;
  /** Whether the service has a text in it; else its readers get English. */
  has_default: boolean;
}

const baseOf = (locale: string) => locale.split("-")[0]!.toLowerCase();

/**
 * The languages of a company that a mail has no own text in: its own language and each that it wrote any mail in. None for a mail that is the
 * service's throughout, as long as the service speaks the company's language.
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
