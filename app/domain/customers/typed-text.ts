import { normaliseEmail, PHONE, plainText } from "~/contract/contact-details";

/** What somebody typed into a search, as the searched texts are kept: in small letters, the domain of an address in ASCII. */
export function typedText(search: string): string {
  return search.includes("@") ? normaliseEmail(search) : asDigits(search.toLowerCase());
}

const asDigits = (search: string) => (PHONE.test(plainText(search)) ? plainText(search) : search);

/**
 * The digits of a phone number that was typed, however it is grouped and with or without its country: numbers are stored as E.164. null: it is none.
 */
export function typedNumber(search: string): string | null {
  const plain = plainText(search);
  const digits = plain.replace("(0)", "").replace(/\D/g, "").replace(/^0+/, "");
  return PHONE.test(plain) && digits.length >= 6 ? digits : null;
}

/** How much of what was typed the trigram index is asked for: each further character is one more list to read and rarely finds fewer. */
const PIECE = 6;

/**
 * The piece of a typed text that the fewest people share, at most six characters: the end of its longest number of four digits or more,
 * else the beginning of its longest word. Of an address the part before the @ where that has such a piece: hosts are everybody's.
 * `anna.jansen.4711@mail.example` → `4711`; `anna jansen` → `jansen`; `@mail` → `mail`.
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
 * What was typed as the beginning of a reference (Crockford base32, with or without its dash) as it is stored; null if it cannot be one.
 * From three characters: of fewer, one booking in a thousand would come up that nobody meant.
 */
export function referenceStart(search: string): string | null {
  const isStart =
    /^(?:[0-9a-hjkmnp-tv-z]{3}|[0-9a-hjkmnp-tv-z]{4}-?[0-9a-hjkmnp-tv-z]{0,4})$/i.test(search);
  return isStart ? search.replace("-", "").toUpperCase() : null;
}
