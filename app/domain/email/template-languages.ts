import { LOCALES } from "~/i18n/locales";

export interface TemplateLanguage {
  locale: string;
  is_own: boolean;
}

/**
 * The languages emails can be written in: the product's, then others the tenant has written in
 * (`own`).
 */
export function templateLanguages(own: readonly string[]): TemplateLanguage[] {
  return [...new Set([...LOCALES, ...own])].map((locale) => ({
    locale,
    is_own: own.includes(locale),
  }));
}
