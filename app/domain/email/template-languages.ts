import { LOCALES } from "~/i18n/locales";
import { localeChain } from "./choose-template";

export interface TemplateLanguage {
  locale: string;
  is_own: boolean;
  /** Without an own text: the language of the own text that its readers get; null where they get the service's own. */
  instead: string | null;
}

/** Each language a mail can be written in: those of the service, then others that the tenant wrote in. `own` are those it wrote in. */
export function templateLanguages(own: readonly string[], tenantLocale: string): TemplateLanguage[] {
  return [...new Set([...LOCALES, ...own])].map((locale) => {
    const chosen = localeChain(locale, tenantLocale).flatMap((one) =>
      own.filter((tag) => tag.toLowerCase() === one.toLowerCase()),
    )[0];
    const is_own = own.includes(locale);
    return { locale, is_own, instead: is_own ? null : (chosen ?? null) };
  });
}
