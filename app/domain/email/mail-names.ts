import { isName, isTitle, normaliseName } from "~/contract/contact-details";
import { isolate } from "~/lib/isolate";
import { textsOf } from "./texts";

/**
 * A guest's name as used in emails. A name stored before names were validated may be an
 * advertisement: it is left out.
 */
export function mailedName(name: string, locale: string): string {
  const plain = normaliseName(name);
  return isName(plain) ? isolate(plain) : textsOf(locale).labels.guest;
}

/** The same for a company's name: replaced by the name in its URL. */
export function mailedCompany({ name, slug }: { name: string; slug: string }): string {
  const plain = normaliseName(name);
  return isTitle(plain) ? plain : slug;
}
