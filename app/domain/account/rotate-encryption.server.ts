import { currentPrefix, decrypt, encrypt } from "~/lib/crypto.server";
import { keyContext } from "../api-keys/key-text.server";
import { titleContext } from "../calendars/busy-title.server";
import { connectionContext } from "../calendars/seal-secret.server";
import { MAIL_CONTEXT } from "../email/mail-queue.server";
import { sealContext } from "../email/queue-message.server";
import { secretContext } from "../webhooks/subscription-row";
import {
  allTenants,
  findSealed,
  findSealedMails,
  replaceSealed,
  replaceSealedMail,
} from "./sealed-rows.sql.server";

const PAGE = 500;

interface SealedColumn {
  table: string;
  column: string;
  /** The columns that identify a row of a tenant; the first is the argument of `context`. */
  key: string[];
  context: (tenantId: string, id: string) => string;
}

/**
 * Every column with ciphertext, and the context that binds it to its row. Queued sign-in emails are
 * in the job queue (below).
 */
export const sealedColumns: SealedColumn[] = [
  {
    table: "api_key",
    column: "secret_ciphertext",
    key: ["id"],
    context: (_tenant, id) => keyContext(id),
  },
  {
    table: "webhook_subscription",
    column: "secret_ciphertext",
    key: ["id"],
    context: secretContext,
  },
  {
    table: "webhook_subscription",
    column: "previous_secret_ciphertext",
    key: ["id"],
    context: secretContext,
  },
  { table: "message", column: "sealed", key: ["id"], context: (_tenant, id) => sealContext(id) },
  { table: "calendar_connection", column: "secret", key: ["id"], context: connectionContext },
  {
    table: "busy",
    column: "title",
    key: ["calendar_id", "external_id", "instance"],
    context: titleContext,
  },
];

/** Re-encrypts everything encrypted with the previous key; returns how many secrets. Idempotent. */
export async function rotateEncryption(): Promise<number> {
  const tenants = await allTenants();
  let count = await encryptMailsAnew();
  for (const id of tenants)
    for (const column of sealedColumns) count += await encryptColumn(id, column);
  return count;
}

async function encryptColumn(tenantId: string, column: SealedColumn): Promise<number> {
  let count = 0;
  for (let last = PAGE; last === PAGE;) {
    const rows = await findSealed(tenantId, column, currentPrefix(), PAGE);
    for (const row of rows) {
      const bound = column.context(tenantId, row.key[0]!);
      await replaceSealed(tenantId, column, row, encrypt(decrypt(row.sealed, bound), bound));
    }
    count += last = rows.length;
  }
  return count;
}

async function encryptMailsAnew(): Promise<number> {
  const rows = await findSealedMails();
  const prefix = currentPrefix();
  const old = rows.filter(
    ({ sealed }) => !Buffer.from(sealed, "base64").subarray(0, prefix.length).equals(prefix),
  );
  for (const { id, sealed } of old)
    await replaceSealedMail(
      id,
      encrypt(decrypt(Buffer.from(sealed, "base64"), MAIL_CONTEXT), MAIL_CONTEXT).toString(
        "base64",
      ),
    );
  return old.length;
}
