import type { PageOf } from "~/contract/common";
import { AppError } from "~/lib/app-error";
import { pool, type Sql } from "~/lib/db.server";
import { heavyRead } from "~/lib/heavy-reads.server";
import { hasRole, type StaffActor } from "../identity/actor";
import { writeAudit } from "./write-audit.server";

/** Rows per read: few enough to let other requests run in between. */
const PAGE = 250;
/** A search is repeated for each page. */
const PAGE_OF_SEARCH = 1000;

interface ExportedList<T> {
  entity: "booking" | "customer" | "payment" | "receipt";
  isSearch: boolean;
  /** Said to those who may not export it. */
  refusal: string;
  read(db: Sql, page: { cursor: string | undefined; limit: number }): Promise<PageOf<T>>;
}

/**
 * All of a list, page by page through its cursor; recorded in the audit log as
 * `bookings.exported`. The record is written and the first page read before this resolves, so that
 * a refusal or failure is still an answer and not the end of half a file. Throws forbidden_role:
 * only admins export.
 */
export async function exportPages<T>(
  actor: StaffActor,
  { entity, isSearch, refusal, read }: ExportedList<T>,
): Promise<AsyncGenerator<T[]>> {
  if (!hasRole(actor, "admin")) throw new AppError("forbidden_role", refusal);
  await writeAudit(pool, actor, { action: `${entity}s.exported`, entity, entity_id: null });
  const limit = isSearch ? PAGE_OF_SEARCH : PAGE;
  const readFrom = (cursor: string | undefined, patient: boolean) =>
    heavyRead(actor.tenant.id, (db) => read(db, { cursor, limit }), { patient });
  return pagesAfter(await readFrom(undefined, false), (cursor) => readFrom(cursor, true));
}

async function* pagesAfter<T>(
  first: PageOf<T>,
  read: (cursor: string) => Promise<PageOf<T>>,
): AsyncGenerator<T[]> {
  let page = first;
  for (;;) {
    yield page.data;
    const cursor = page.page.next_cursor;
    if (cursor === null) return;
    page = await read(cursor);
  }
}
