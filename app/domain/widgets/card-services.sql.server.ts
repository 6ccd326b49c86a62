import sql from "sql-template-tag";
import type { CardOnFile } from "~/contract/card-on-file";
import type { Sql } from "~/lib/db.server";

interface CardService {
  card_on_file: CardOnFile | null;
  currency: string | null;
  private: boolean;
}

/** The fees of an active service; null: there is none. */
export async function readCardService(
  db: Sql,
  tenantId: string,
  id: string,
): Promise<CardService | null> {
  const found = await db.query<CardService>(
    sql`select card_on_file, currency, private from schedule where tenant_id = ${tenantId} and id = ${id} and active`,
  );
  return found.rows[0] ?? null;
}
