import type { CalendarSecret } from "~/adapters/calendars/port";
import { decrypt, encrypt } from "~/lib/crypto.server";

/** Encryption context that binds the ciphertext to its row. */
export const connectionContext = (tenantId: string, connectionId: string) =>
  `calendar_connection:${tenantId}:${connectionId}`;

/** Encrypts an account's credentials for `calendar_connection.secret`. */
export function sealSecret(tenantId: string, connectionId: string, secret: CalendarSecret): Buffer {
  return encrypt(JSON.stringify(secret), connectionContext(tenantId, connectionId));
}

export function openSecret(
  tenantId: string,
  connectionId: string,
  sealed: Uint8Array,
): CalendarSecret {
  return JSON.parse(decrypt(sealed, connectionContext(tenantId, connectionId))) as CalendarSecret; // written by sealSecret
}
