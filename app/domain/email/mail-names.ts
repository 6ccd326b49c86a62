import { isName, isTitle, normaliseName } from "~/contract/contact-details";
import { isolate } from "~/lib/isolate";
import { textsOf } from "./texts";

/** A guest's name in a mail. One that was stored before names were checked may be an advertisement: it is not repeated. */
export function mailedName(name: string, locale: string): string {
  const plain = normaliseName(name);
  return isName(plain) ? isolate(plain) : textsOf(locale).labels.guest;
}

/** The same for a company's name: the name in its address instead. */
export function mailedCompany({ name, slug }: { name: string; slug: string }): string {
  const plain = normaliseName(name);
  return isTitle(plain) ? plain : slug;
}
