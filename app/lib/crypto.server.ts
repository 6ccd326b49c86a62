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

const masterKey = Buffer.from(env.ENCRYPTION_KEY, "base64");
const derive = (purpose: string) => Buffer.from(hkdfSync("sha256", masterKey, "", purpose, 32));
const encryptionKey = derive("secrets at rest");
const codeKey = derive("verification codes");
const linkKey = derive("links");

export function sha256(value: string): Buffer {
  return createHash("sha256").update(value).digest();
}

/** AES-256-GCM (NIST SP 800-38D): 12 random bytes of nonce, 16 of tag, then the ciphertext. `context` binds it to its row. */
export function encrypt(plain: string, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey, nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** The plain text of `encrypt` under the same context; throws when either was changed. */
export function decrypt(sealed: Uint8Array, context: string): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", encryptionKey, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
}

/** What is kept of a six-digit code: without the key a stolen row cannot be searched through. */
export function codeHmac(id: string, code: string): Buffer {
  return createHmac("sha256", codeKey).update(`${id}:${code}`).digest();
}

/** The signature inside a private link (a customer's own page): 128 bits, base64url. */
export function linkSignature(subject: string): string {
  return createHmac("sha256", linkKey).update(subject).digest().subarray(0, 16).toString("base64url");
}

/** Compares in constant time; unequal lengths are simply unequal. */
export function isEqual(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** `length` characters, each equally likely (rejection sampling). */
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
/** A booking's reference: 8 characters of Crockford base32 (no I, L, O, U), shown as K7QF-2M9D. */
export const newReference = (): string => randomText(CROCKFORD, 8);
export const randomDigits = (length: number): string => randomText("0123456789", length);
export const randomToken = (): string => randomBytes(32).toString("base64url");
