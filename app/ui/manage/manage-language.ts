import { ar } from "./texts/ar";
import { de } from "./texts/de";
import { en } from "./texts/en";
import { es } from "./texts/es";
import { fr } from "./texts/fr";
import type { ManageTexts } from "./texts/manage-texts";
import { nl } from "./texts/nl";

const byLanguage: Record<string, ManageTexts> = { en, nl, de, fr, es, ar };
const baseOf = (locale: string) => locale.split("-")[0]!.toLowerCase();

export function manageTexts(locale: string): ManageTexts {
  return byLanguage[baseOf(locale)] ?? en;
}

/** The first wish that the page can speak, with its region: the guest's own, the browser's, the tenant's; else English. */
export function chooseLocale(guest: string | null, acceptLanguage: string | null, tenant: string): string {
  const browser = (acceptLanguage ?? "")
    .split(",")
    .map((part) => part.split(";")[0]!.trim())
    .filter((tag) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag));
  const wishes = guest === null ? [...browser, tenant] : [guest];
  return [...wishes, tenant].find((wish) => byLanguage[baseOf(wish)] !== undefined) ?? "en";
}

/** "Until {when}" with its values. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[String(name)] ?? whole);
}
