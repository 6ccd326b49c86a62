import { decrypt, encrypt } from "~/lib/crypto.server";

const LONGEST = 300;

/** Encryption context that binds a title to its calendar. */
export const titleContext = (tenantId: string, calendarId: string) =>
  `busy:${tenantId}:${calendarId}`;

/** Encrypts an event's title for `busy.title`. */
export function sealTitle(tenantId: string, calendarId: string, title: string): Buffer {
  return encrypt(title.slice(0, LONGEST), titleContext(tenantId, calendarId));
}

export function openTitle(tenantId: string, calendarId: string, sealed: Uint8Array): string {
  return decrypt(sealed, titleContext(tenantId, calendarId));
}

/** The ciphertext of a title; reuses the stored one if the text is the same. */
export function keepTitle(
  tenantId: string,
  calendarId: string,
  title: string | null,
  stored: Buffer | null,
): Buffer | null {
  if (title === null || title === "") return null;
  if (stored !== null && openTitle(tenantId, calendarId, stored) === title.slice(0, LONGEST))
    return stored;
  return sealTitle(tenantId, calendarId, title);
}
