import { decrypt } from "~/lib/crypto.server";
import { pool } from "~/lib/db.server";
import type { Mail } from "~/adapters/email/port";

/** Queued messages to an address, oldest first. */
export async function queuedMails(to: string): Promise<Mail[]> {
  const jobs = await pool.query<{ data: { sealed: string } }>(
    "select data from pgboss.job where name = 'email.send' order by created_on, id",
  );
  const mails = jobs.rows.map(
    ({ data }) => JSON.parse(decrypt(Buffer.from(data.sealed, "base64"), "email.send")) as Mail,
  );
  return mails.filter((mail) => mail.to === to);
}

/** The code in the newest message to an address. */
export async function mailedCode(to: string): Promise<string> {
  const text = (await queuedMails(to)).at(-1)?.text ?? "";
  return /^\d{6}$/m.exec(text)?.[0] ?? "none";
}

/** A different code. */
export function anotherCode(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

/** Ages the codes of an address by some seconds. */
export async function ageCodes(email: string, seconds: number): Promise<void> {
  await pool.query(
    `update verification_code set created_at = created_at - $2 * interval '1 second', expires_at = expires_at - $2 * interval '1 second'
      where destination = $1`,
    [email, seconds],
  );
}
