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

/** The languages with the regions that are written in their own way; any other tag is taken as its language. A closed list: formatters are kept by it. */
const REGIONS: Record<string, string[]> = {
  en: ["US", "GB", "AU", "CA", "IE", "IN", "NZ", "ZA"],
  nl: ["NL", "BE"],
  de: ["DE", "AT", "CH"],
  fr: ["FR", "BE", "CA", "CH", "LU"],
  es: ["ES", "AR", "CL", "CO", "MX", "PE", "US"],
  ar: ["AE", "EG", "MA", "SA"],
};

function listed(wish: string): string | null {
  const base = baseOf(wish);
  const region = wish.split("-")[1]?.toUpperCase() ?? "";
  if (!Object.hasOwn(REGIONS, base)) return null;
  return REGIONS[base]!.includes(region) ? `${base}-${region}` : base;
}

/** The first wish that the page can speak, with its region: the guest's own, the browser's, the tenant's; else English. */
export function chooseLocale(guest: string | null, acceptLanguage: string | null, tenant: string): string {
  const browser = (acceptLanguage ?? "")
    .split(",")
    .map((part) => part.split(";")[0]!.trim())
    .filter((tag) => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag));
  const wishes = guest === null ? [...browser, tenant] : [guest];
  return [...wishes, tenant].map(listed).find((wish) => wish !== null) ?? "en";
}

/** "Until {when}" with its values. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[String(name)] ?? whole);
}
