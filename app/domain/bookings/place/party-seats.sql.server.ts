import sql from "sql-template-tag";
import type { PersonKind } from "~/contract/service-fields";
import type { Sql } from "~/lib/db.server";
import { choosePeople, type PartyWish } from "../../quotes/choose-party";

/** The seats that a party takes, before its time is found. Throws validation_failed. */
export async function readPartySeats(
  db: Sql,
  tenantId: string,
  scheduleId: string | null,
  wish: PartyWish,
): Promise<number> {
  if (wish.party === undefined) return wish.party_size ?? 1;
  const found = await db.query<{ person_kinds: PersonKind[] }>(
    sql`select person_kinds from schedule where tenant_id = ${tenantId} and id = ${scheduleId}`,
  );
  return choosePeople(wish, found.rows[0]?.person_kinds ?? [], null).party_size;
}
