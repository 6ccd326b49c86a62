/** The basic set of GSM 03.38; a message of these has 160 characters per part instead of 70. */
const BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
/** These take two places. */
const EXTENDED = "\f^{}\\[~]|€";

const basic = new Set(BASIC);
const extended = new Set(EXTENDED);

/** Whether every character is in the GSM set; the others make the whole message UCS-2. */
export const isGsm = (text: string): boolean =>
  [...text].every((one) => basic.has(one) || extended.has(one));

/**
 * The number of SMS that a text is billed as: 160 GSM-7 characters or 70 UTF-16 units in one, 153 or
 * 67 in each of several, because each then has a header.
 */
export function countParts(text: string): number {
  if (!isGsm(text)) return partsOf(text.length, 70, 67);
  const places = [...text].reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0);
  return partsOf(places, 160, 153);
}

const partsOf = (length: number, single: number, several: number) =>
  length <= single ? 1 : Math.ceil(length / several);

const PLAIN: Record<string, string> = {
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": "-",
  "—": "-",
  "·": "-",
  "…": "...",
};

/** Replaces typographic marks and spaces, any of which would double the number of parts. */
export function withPlainMarks(text: string): string {
  return text
    .replace(/[’‘“”„–—·…]/g, (mark) => PLAIN[mark]!)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** "sáb 5 dic" → "sab 5 dic": in a date, an accent is not worth twice the price. */
export const withoutAccents = (text: string): string =>
  [...text].map((one) => (isGsm(one) ? one : one.normalize("NFD").replace(/\p{M}/gu, ""))).join("");
