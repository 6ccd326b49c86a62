// How names, phone numbers and email addresses are read as people type and paste them. The service and the widget build this one file:
// it imports nothing.

/** Marks that show nothing: direction marks, joiners, soft hyphens, fillers, selectors. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

/** Unicode keeps the ten digits of a script in order, so that a digit's value is its distance from the first of its run. */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

export const asciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitOf);

/** Text as a keyboard would have typed it: no invisible marks, one kind of space, hyphen and digit. */
export function plainText(typed: string): string {
  return asciiDigits(typed.normalize("NFKC"))
    .replace(INVISIBLE, "")
    .replace(DASHES, "-")
    .replace(/。/g, ".")
    .replace(/\s+/g, " ")
    .trim();
}

/** A phone number that was normalised: `+` and digits, or a local number as it was typed. */
export const PHONE = /^\+?[0-9 ().\-/]{5,32}$/;
/** An email address that was normalised. A top-level domain may be an internationalised one. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/** A number as E.164 ("+31612345678"), or null when it names no country: a local number could be anybody's. */
export function toE164(phone: string): string | null {
  const digits = plainText(phone)
    .replace(/\(0\)/g, "")
    .replace(/[ ().\-/]/g, "")
    .replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/**
 * A phone number as it is stored: with its country as E.164, any other as it was typed. A zero in parentheses stays too, since some
 * countries dial it.
 */
export function normalisePhone(typed: string): string {
  const plain = plainText(typed).replace(/^tel:/i, "");
  return (PHONE.test(plain) && !plain.includes("(0)") && toE164(plain)) || plain;
}

/** A number in ASCII digits, with the point for the decimal sign of Arabic. */
export const normaliseNumber = (typed: string): string => plainText(typed).replace("٫", ".");

/** An email address as it is stored: in lower case, its domain in ASCII. */
export function normaliseEmail(typed: string): string {
  const plain = plainText(typed)
    .replace(/^mailto:/i, "")
    .toLowerCase();
  const at = plain.lastIndexOf("@") + 1;
  const domain = plain.slice(at);
  // Anything but letters, digits, dots and hyphens would be a path or a port to URL, which cuts it off.
  if (at === 0 || /^[\x20-\x7e]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain))
    return plain;
  const { hostname } = URL.canParse(`http://${domain}`)
    ? new URL(`http://${domain}`)
    : { hostname: domain };
  return plain.slice(0, at) + hostname;
}

/** A name as it is stored: without marks that turn the direction of what follows or show nothing; joiners are part of some scripts. */
export function normaliseName(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(
      /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g,
      "",
    )
    .trim();
}

const VISIBLE = /[^\p{Z}\p{C}\p{M}\u2800]/u;
const LINE_BREAK_OR_CONTROL = /[\p{Cc}\u2028\u2029]/u;
const LINK = /:\/\/|\bwww\.|\.[\p{L}\d-]{2,}[/?#:]/iu;
/** Mail programs make links of these without a scheme. Other endings are left to names such as "St.John" and "J.de Boer". */
const DOMAIN =
  /[\p{L}\d-]{3,}\.(com|net|org|info|biz|io|app|dev|xyz|top|site|online|shop|click|link|live|club|ru|cn|uk|nl|fr|eu|рф|xn--[a-z\d-]+)(?![\p{L}\d])/iu;

/** Whether a normalised text can be the name of a company, which may be that of its domain. */
export function isTitle(name: string): boolean {
  const plain = plainText(name);
  return VISIBLE.test(plain) && !LINE_BREAK_OR_CONTROL.test(name) && !LINK.test(plain);
}

/** Whether a normalised text can be shown, and sent, as somebody's name. */
export const isName = (name: string): boolean => isTitle(name) && !DOMAIN.test(plainText(name));
