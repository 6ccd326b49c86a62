import { invalidField } from "~/lib/app-error";
import { encrypt, randomBase62, sha256 } from "~/lib/crypto.server";
import { isConstraint } from "~/lib/db.server";
import { type KeyPrefix, writeKey } from "./key-format";

/** Encryption context that binds a base key's ciphertext to its row. */
export const keyContext = (id: string): string => `api_key:${id}`;

/**
 * A new key text and its stored parts: its SHA-256, prefix and last characters, and for a base key,
 * which can be shown again, its ciphertext.
 */
export function newKeyText(prefix: KeyPrefix, id: string, isBase: boolean) {
  const key = writeKey(prefix, randomBase62(32));
  return {
    key,
    prefix,
    key_hash: new Uint8Array(sha256(key)),
    last4: key.slice(-4),
    secret_ciphertext: isBase ? new Uint8Array(encrypt(key, keyContext(id))) : null,
  };
}

/**
 * Translates the violation of the foreign key to a widget configuration; other errors are returned
 * unchanged.
 */
export function unknownWidgetConfig(error: unknown): unknown {
  const isMissing = isConstraint(error, "api_key_tenant_id_widget_config_id_fkey");
  return isMissing
    ? invalidField("widget_config_id", "This widget configuration does not exist.", "unknown")
    : error;
}
