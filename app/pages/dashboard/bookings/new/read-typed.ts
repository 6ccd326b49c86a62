import { asciiDigits, normaliseName } from "~/contract/contact-details";

/** Parsed free text from the desk. */
export interface Typed {
  name: string;
  email: string;
  phone: string;
  /** Party size, if mentioned. */
  party: number | null;
  /** The text describes a time ("next free hour for four"), not a guest. */
  is_wish: boolean;
}

/** The field's maximum length; longer text is not parsed. */
const LONGEST = 100;
/**
 * A number alone may be an extension; next to a name, fewer digits may be a house or room number.
 */
const FEWEST_ALONE = 4;
const FEWEST_BESIDE = 6;
const MAX_DIGITS = 15;

/**
 * Digits with separators used in any country: spaces of any width, dots, hyphens, slashes,
 * brackets.
 */
const NUMBER = /(?:\+|\()?\d[\d\s().\-/\u2010-\u2013\u2212\u202f]*\d/g;
const ADDRESS = /[^\s<>,;]+@[^\s<>,;]+/;
/** Labels before a number. */
const LABEL =
  /(?:\b(?:tel|phone|mobile?|mob|telefon|telefoon|t[ée]l|tel[ée]fono|handy|gsm)|هاتف|جوال|☎)[.:\s]*$/iu;
/** Separators left between the parts. */
const EDGES = /^[\s,;:|<>()\u2010-\u2015-]+|[\s,;:|<>(\u2010-\u2015-]+$/gu;

const NUMBERS = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const COUNT = `(\\d{1,3}|${NUMBERS.join("|")})`;
const PEOPLE = "(?:people|persons|guests|players|adults|pax)";
const PARTY = new RegExp(
  `\\b(?:for|party of|group of)\\s+${COUNT}(?:\\s+${PEOPLE})?(?![\\p{L}\\d])|\\b${COUNT}\\s+${PEOPLE}\\b`,
  "iu",
);
const NEXT =
  /\b(?:the\s+)?(?:next|first)\s+(?:(?:free|available)(?:\s+(?:hour|time|slot|place|spot|one))?|hour|time|slot|spot)s?(?!\p{L})/iu;

/** Extracts name, email, phone number and party size from one line, in any order. */
export function readTyped(typed: string): Typed {
  const text = normaliseName(typed);
  const none = { name: text, email: "", phone: "", party: null, is_wish: false };
  if (text.length > LONGEST) return none;
  const alone = phoneIn(text, FEWEST_ALONE);
  if (alone !== null && alone.rest === "") return { ...none, name: "", phone: alone.phone };
  const email = ADDRESS.exec(text)?.[0] ?? "";
  const withoutEmail = text.replace(email, " ");
  const number = phoneIn(withoutEmail, FEWEST_BESIDE);
  const withoutPhone = number?.rest ?? withoutEmail;
  const partyMatch = PARTY.exec(withoutPhone);
  const name = tidy(withoutPhone.replace(partyMatch?.[0] ?? "", " ").replace(NEXT, " "));
  const isWish = name === "" && (partyMatch !== null || NEXT.test(withoutPhone));
  return {
    name,
    email,
    phone: number?.phone ?? "",
    party: partyMatch && countOf(partyMatch[1] ?? partyMatch[2] ?? ""),
    is_wish: isWish,
  };
}

/** The first number with enough digits as typed, and the text around it. */
function phoneIn(text: string, fewest: number): { phone: string; rest: string } | null {
  const western = asciiDigits(text);
  for (const { 0: found, index } of western.matchAll(NUMBER)) {
    const digits = found.replace(/\D/g, "").length;
    if (digits < fewest || digits > MAX_DIGITS) continue;
    const before = western.slice(0, index).replace(LABEL, "");
    return { phone: found.trim(), rest: tidy(`${before} ${western.slice(index + found.length)}`) };
  }
  return null;
}

const tidy = (text: string): string => text.replace(/\s+/g, " ").replace(EDGES, "");

function countOf(word: string): number | null {
  const count = /^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase()) + 1;
  return count >= 1 && count <= 500 ? count : null;
}
