// Normalizes names, phone numbers and email addresses as people type and paste them. Shared by
// service and widget, so it imports nothing.

/** Invisible characters: direction marks, joiners, soft hyphens, fillers, selectors. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const DASHES = /[\p{Pd}\u2212]/gu;

/**
 * Unicode orders the ten digits of each script, so a digit's value is its distance from the first.
 */
function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

export const asciiDigits = (text: string): string => text.replace(/(?![0-9])\p{Nd}/gu, digitOf);

/** Text in plain keyboard characters: no invisible marks, one kind of space, hyphen and digit. */
export function plainText(typed: string): string {
  return asciiDigits(typed.normalize("NFKC"))
    .replace(INVISIBLE, "")
    .replace(DASHES, "-")
    .replace(/。/g, ".")
    .replace(/\s+/g, " ")
    .trim();
}

/** A normalized phone number: `+` and digits, or a local number as typed. */
export const PHONE = /^\+?[0-9 ().\-/]{5,32}$/;
/** A normalized email address. The top-level domain may be internationalized. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+\-.]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/**
 * A number in E.164 ("+31612345678"), or null without a country code: a local number is ambiguous.
 */
export function toE164(phone: string): string | null {
  const digits = plainText(phone)
    .replace(/\(0\)/g, "")
    .replace(/[ ().\-/]/g, "")
    .replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/**
 * The stored form of a phone number: E.164 if it has a country code, otherwise as typed. A zero in
 * parentheses stays, since some countries dial it.
 */
export function normalisePhone(typed: string): string {
  const plain = plainText(typed).replace(/^tel:/i, "");
  return (PHONE.test(plain) && !plain.includes("(0)") && toE164(plain)) || plain;
}

/** A number with ASCII digits and a decimal point in place of Arabic's separator. */
export const normaliseNumber = (typed: string): string => plainText(typed).replace("٫", ".");

/** The stored form of a web address: with its scheme, which people leave out. */
export function normaliseUrl(typed: string): string {
  const plain = typed.trim();
  return /^([\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+([:/?#]\S*)?$/u.test(plain)
    ? `https://${plain}`
    : plain;
}

/** Whether a normalized text is a web address. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** The stored form of an email address: lower case, with an ASCII domain. */
export function normaliseEmail(typed: string): string {
  const plain = plainText(typed)
    .replace(/^mailto:/i, "")
    .toLowerCase();
  const at = plain.lastIndexOf("@") + 1;
  const domain = plain.slice(at);
  // URL would read other characters as a path or port and drop them.
  if (at === 0 || /^[\x20-\x7e]*$/.test(domain) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain))
    return plain;
  const { hostname } = URL.canParse(`http://${domain}`)
    ? new URL(`http://${domain}`)
    : { hostname: domain };
  return plain.slice(0, at) + hostname;
}

/**
 * The stored form of a name: without direction and invisible marks; joiners stay, as some scripts
 * need them.
 */
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
/**
 * Mail programs link these domains even without a scheme. Other endings are allowed for names such
 * as "St.John" and "J.de Boer".
 */
const DOMAIN =
  /[\p{L}\d-]{3,}\.(com|net|org|info|biz|io|app|dev|xyz|top|site|online|shop|click|link|live|club|ru|cn|uk|nl|fr|eu|рф|xn--[a-z\d-]+)(?![\p{L}\d])/iu;

/** Whether a normalized text can be a company name, which may be a domain name. */
export function isTitle(name: string): boolean {
  const plain = plainText(name);
  return VISIBLE.test(plain) && !LINE_BREAK_OR_CONTROL.test(name) && !LINK.test(plain);
}

/** Whether a normalized text can be displayed and sent as a person's name. */
export const isName = (name: string): boolean => isTitle(name) && !DOMAIN.test(plainText(name));
