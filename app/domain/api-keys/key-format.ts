/** The format of a key: pk_live_ + 32 base62 characters + a checksum of 6. */
export const KEY_PREFIXES = {
  pk_live_: { kind: "publishable", mode: "live" },
  pk_test_: { kind: "publishable", mode: "test" },
  sk_live_: { kind: "secret", mode: "live" },
  sk_test_: { kind: "secret", mode: "test" },
} as const;
export type KeyPrefix = keyof typeof KEY_PREFIXES;

const BODY = 32;
const CHECKSUM = 6;
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * CRC-32 (ISO-HDLC) as six base62 digits: distinguishes a mistyped key from an unknown one. Not a
 * security measure.
 */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let digits = "";
  for (let index = 0; index < CHECKSUM; index++) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** The full text of a key from its prefix and 32 random base62 characters. */
export function writeKey(prefix: KeyPrefix, body: string): string {
  return prefix + body + checksum(prefix + body);
}

/**
 * The prefix of a well-formed key; "typo" when only the checksum is wrong; null when it is no key
 * at all.
 */
export function readKey(text: string): KeyPrefix | "typo" | null {
  const prefix = (Object.keys(KEY_PREFIXES) as KeyPrefix[]).find((candidate) =>
    text.startsWith(candidate),
  );
  const rest = prefix === undefined ? "" : text.slice(prefix.length);
  if (prefix === undefined || rest.length !== BODY + CHECKSUM || !/^[0-9A-Za-z]+$/.test(rest))
    return null;
  return checksum(text.slice(0, -CHECKSUM)) === text.slice(-CHECKSUM) ? prefix : "typo";
}
