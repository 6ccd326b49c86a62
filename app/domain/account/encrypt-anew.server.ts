import { currentPrefix, decrypt, encrypt } from "~/lib/crypto.server";
import { bulkPool, pool } from "~/lib/db.server";
import { keyContext } from "../api-keys/key-text.server";
import { MAIL_CONTEXT } from "../email/mail-queue.server";
import { sealContext } from "../email/queue-message.server";
import { secretContext } from "../webhooks/subscription-row";

const PAGE = 500;

interface SealedColumn {
  table: string;
  column: string;
  context: (tenantId: string, id: string) => string;
}

/** Every column that holds a ciphertext, and what binds it to its row. Queued sign-in mails are the job queue's (below). */
export const sealedColumns: SealedColumn[] = [
  { table: "api_key", column: "secret_ciphertext", context: (_tenant, id) => keyContext(id) },
  { table: "webhook_subscription", column: "secret_ciphertext", context: secretContext },
  { table: "webhook_subscription", column: "previous_secret_ciphertext", context: secretContext },
  { table: "message", column: "sealed", context: (_tenant, id) => sealContext(id) },
];

/** Encrypts with the current key what was encrypted with the one before it; returns how many secrets that were. May be run again. */
export async function encryptAnew(): Promise<number> {
  const tenants = await pool.query<{ id: string }>("select id from tenant order by id");
  let count = await encryptMailsAnew();
  for (const { id } of tenants.rows) for (const column of sealedColumns) count += await encryptColumn(id, column);
  return count;
}

async function encryptColumn(tenantId: string, { table, column, context }: SealedColumn): Promise<number> {
  let count = 0;
  for (let last = PAGE; last === PAGE;) {
    const { rows } = await bulkPool.query<{ id: string; sealed: Buffer }>(
      `select id, ${column} as sealed from ${table}
       where tenant_id = $1 and ${column} is not null and substring(${column} from 1 for 5) <> $2 limit ${PAGE}`,
      [tenantId, currentPrefix()],
    );
    for (const { id, sealed } of rows) {
      const bound = context(tenantId, id);
      // What was changed meanwhile was written with the current key.
      await bulkPool.query(`update ${table} set ${column} = $3 where tenant_id = $1 and id = $2 and ${column} = $4`, [
        tenantId,
        id,
        encrypt(decrypt(sealed, bound), bound),
        sealed,
      ]);
    }
    count += last = rows.length;
  }
  return count;
}

async function encryptMailsAnew(): Promise<number> {
  const { rows } = await bulkPool.query<{ id: string; sealed: string }>(
    "select id, data ->> 'sealed' as sealed from pgboss.job where name = 'email.send' and state < 'completed'",
  );
  const prefix = currentPrefix();
  const old = rows.filter(({ sealed }) => !Buffer.from(sealed, "base64").subarray(0, prefix.length).equals(prefix));
  for (const { id, sealed } of old)
    await bulkPool.query(
      "update pgboss.job set data = jsonb_set(data, '{sealed}', to_jsonb($2::text)) where name = 'email.send' and id = $1",
      [id, encrypt(decrypt(Buffer.from(sealed, "base64"), MAIL_CONTEXT), MAIL_CONTEXT).toString("base64")],
    );
  return old.length;
}
