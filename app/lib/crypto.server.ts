import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env.server";

/** Keys derived from one ENCRYPTION_KEY. `id` prefixes every ciphertext made with it. */
interface KeyRing {
  id: Buffer;
  encryption: Buffer;
  codes: Buffer;
  links: Buffer;
  rooms: Buffer;
}

function deriveFrom(key: string): KeyRing {
  const master = Buffer.from(key, "base64");
  const derive = (purpose: string, bytes = 32) =>
    Buffer.from(hkdfSync("sha256", master, "", purpose, bytes));
  return {
    id: derive("key id", ID_BYTES),
    encryption: derive("secrets at rest"),
    codes: derive("verification codes"),
    links: derive("links"),
    rooms: derive("video rooms"),
  };
}

const ID_BYTES = 4;
/** First byte of a ciphertext that carries a key id. Older ciphertexts have neither. */
const VERSION = 2;
const PREFIX = 1 + ID_BYTES;

const current = deriveFrom(env.ENCRYPTION_KEY);
const previous =
  env.ENCRYPTION_KEY_PREVIOUS === undefined ? null : deriveFrom(env.ENCRYPTION_KEY_PREVIOUS);
const keys = previous === null ? [current] : [current, previous];

export function sha256(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

/**
 * AES-256-GCM (NIST SP 800-38D): version, key id, 12 random bytes of nonce, 16 of tag, ciphertext.
 * `context` binds it to its row.
 */
export function encrypt(plain: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", current.encryption, nonce).setAAD(
    Buffer.from(context),
  );
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), current.id, nonce, cipher.getAuthTag(), body]);
}

/** Decrypts with the current or the previous key. Throws when text or context were changed. */
export function decrypt(sealed: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed);
  const named = keys.find((key) => isMadeWith(key, bytes));
  if (named !== undefined) return open(named, bytes.subarray(PREFIX), context);
  let failure: unknown;
  for (const key of keys) {
    try {
      return open(key, bytes, context);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function open(key: KeyRing, bytes: Buffer, context: string): string {
  const decipher = createDecipheriv("aes-256-gcm", key.encryption, bytes.subarray(0, 12)).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}

const isMadeWith = (key: KeyRing, bytes: Buffer) =>
  bytes[0] === VERSION && bytes.subarray(1, PREFIX).equals(key.id);

/** Prefix of ciphertexts of the current key. `npm run rotate-key` re-encrypts all others. */
export const currentPrefix = (): Buffer => Buffer.concat([Buffer.of(VERSION), current.id]);

/** The stored form of a six-digit code: without the key, a stolen row can't be brute-forced. */
export function codeHmac(id: string, code: string): Buffer {
  return createHmac("sha256", current.codes).update(`${id}:${code}`).digest();
}

/** The signature in a private link (a customer's page): 128 bits, base64url. */
export function linkSignature(subject: string): string {
  return signWith(current, subject);
}

/** Verifies a `linkSignature` made with the current or the previous key. */
export function isLinkSignature(subject: string, signature: string): boolean {
  return keys.some((key) => isEqual(signature, signWith(key, subject)));
}

const signWith = (key: KeyRing, subject: string) =>
  createHmac("sha256", key.links).update(subject).digest().subarray(0, 16).toString("base64url");

/**
 * Name of a video room: 128 bits as 26 characters of base32 (RFC 4648), in lower case as room names
 * are.
 */
export function videoRoom(subject: string): string {
  const bytes = createHmac("sha256", current.rooms).update(subject).digest().subarray(0, 16);
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** Twilio's signature of its webhooks, in base64. */
export const hmacSha1 = (key: string, content: string): string =>
  createHmac("sha1", key).update(content).digest("base64");

/** Constant-time comparison; inputs of different length are unequal. */
export function isEqual(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `length` characters, uniformly distributed (rejection sampling). */
function randomText(alphabet: string, length: number): string {
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

export const randomBase62 = (length: number): string => randomText(BASE62, length);
/**
 * A booking reference: 8 characters of Crockford base32 (no I, L, O, U), displayed as K7QF-2M9D.
 */
export const newReference = (): string => randomText(CROCKFORD, 8);
export const randomDigits = (length: number): string => randomText("0123456789", length);
export const randomToken = (): string => randomBytes(32).toString("base64url");
