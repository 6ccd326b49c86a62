import { normaliseEmail, PHONE, plainText } from "~/contract/contact-details";

/**
 * Search input normalised like the searched texts: lowercase, the domain of an address in ASCII.
 */
export function typedText(search: string): string {
  return search.includes("@") ? normaliseEmail(search) : asDigits(search.toLowerCase());
}

const asDigits = (search: string) => (PHONE.test(plainText(search)) ? plainText(search) : search);

/**
 * The digits of a phone number in any grouping, with or without its country, as numbers are stored
 * as E.164. null: not a number.
 */
export function typedNumber(search: string): string | null {
  const plain = plainText(search);
  const digits = plain.replace("(0)", "").replace(/\D/g, "").replace(/^0+/, "");
  return PHONE.test(plain) && digits.length >= 6 ? digits : null;
}

/**
 * The length of text looked up in the trigram index: each further character reads another list and
 * rarely finds fewer.
 */
const PIECE = 6;

/**
 * The most selective piece of the input, at most six characters: the end of its longest number of
 * four digits or more, else the beginning of its longest word. For an address the part before the @
 * if it has such a piece, since hosts are shared. `anna.jansen.4711@mail.example` → `4711`; `anna
 * jansen` → `jansen`; `@mail` → `mail`.
 */
export function mostSelectivePart(typed: string): string {
  for (const text of [typed.split("@", 1)[0]!, typed]) {
    const number = longest(text.match(/\d{4,}/g));
    if (number !== undefined) return number.slice(-PIECE);
    const word = longest(text.match(/[\p{L}\p{N}]{3,}/gu));
    if (word !== undefined) return [...word].slice(0, PIECE).join("");
  }
  return typed;
}

function longest(texts: string[] | null): string | undefined {
  return texts?.reduce((best, text) => (text.length > best.length ? text : best));
}

/**
 * The input as the beginning of a stored reference (Crockford base32, with or without its dash);
 * null if it cannot be one. At least three characters: fewer would match one booking in a thousand
 * by accident.
 */
export function referenceStart(search: string): string | null {
  const isStart =
    /^(?:[0-9a-hjkmnp-tv-z]{3}|[0-9a-hjkmnp-tv-z]{4}-?[0-9a-hjkmnp-tv-z]{0,4})$/i.test(search);
  return isStart ? search.replace("-", "").toUpperCase() : null;
}
