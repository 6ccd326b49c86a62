import { LOCALES } from "~/i18n/locales";

export interface TemplateLanguage {
  locale: string;
  is_own: boolean;
}

/** Each language a mail can be written in: those of the service, then others that the tenant wrote in. `own` are those it wrote in. */
export function templateLanguages(own: readonly string[]): TemplateLanguage[] {
  return [...new Set([...LOCALES, ...own])].map((locale) => ({
    locale,
    is_own: own.includes(locale),
  }));
}
