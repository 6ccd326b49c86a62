import sql from "sql-template-tag";
import { bulkPool, type Sql, transaction } from "~/lib/db.server";
import type { Person } from "../customers/about-person.sql";
import { eraseEventBody } from "../customers/erased";
import { eraseRows, personalTables } from "../customers/personal-data.sql";
import { type Found, nextPage, type Round, roundsOf } from "./walk-person.sql.server";

/** Rows that one step looks at. */
const PAGE = 1000;
/** Event bodies that are read and held at a time: each may have 64 KB. */
const PAGE_OF_EVENTS = 200;

const first = personalTables.filter(({ at_once }) => at_once !== true).flatMap(roundsOf);
/** What was being written as the erasure came by, from a booking or an event that still had the name: looked for once more. */
const WRITTEN_MEANWHILE = ["event", "webhook_attempt", "message", "audit_row"];
const again = first
  .filter(({ table, lookup }) => lookup === null && WRITTEN_MEANWHILE.includes(table.table))
  .map((round) => ({ ...round, name: `${round.name} again` }));
const rounds: Round[] = [...first, ...again];
const MEANWHILE_MS = 10 * 60_000;

/** How many parts an erasure has, and how many are done when this one is under way. */
export const erasureParts = rounds.length;
export const partsDone = (stage: string): number => Math.max(0, placeOfRound(stage));

/** A name of another version is none of these: then from the first, for what is erased already stays so. */
const placeOfRound = (stage: string): number => rounds.findIndex(({ name }) => name === stage);

interface Erasing {
  person: Person;
  stage: string;
  place: string;
  asked_ms: number;
}

/**
 * One page of an erasure, with its place, in one transaction: a process that is killed leaves it where it was. Two workers take turns.
 * Returns false when there is nothing left to do.
 */
export async function eraseStep(tenantId: string, customerId: string): Promise<boolean> {
  return transaction(async (db) => {
    const found = await db.query<Erasing>(
      sql`select person, stage, place, (extract(epoch from asked_at) * 1000)::float8 as asked_ms from customer_erasure
          where tenant_id = ${tenantId} and customer_id = ${customerId} and ended_at is null for update`,
    );
    const erasing = found.rows[0];
    if (erasing === undefined) return false;
    const { person, stage, place } = erasing;
    const index = Math.max(0, placeOfRound(stage));
    const round = rounds[index]!; // one of the list
    const page = await nextPage(db, person, round, place, round.table.erase === "event_body" ? PAGE_OF_EVENTS : PAGE);
    await erasePage(db, person, round, page);
    if (page.next !== null) await goOn(db, person, round.name, page.next);
    else await goToRound(db, erasing, rounds[index + 1]);
    return true;
  }, bulkPool);
}

async function erasePage(db: Sql, person: Person, { table }: Round, { where }: Found): Promise<void> {
  const statement = eraseRows(table, person, where);
  if (statement !== null) return void (await db.query(statement));
  const { rows } = await db.query<{ id: string; body: string }>(sql`select t.id, t.body from event t where ${where}`);
  await db.query(
    sql`update event e set body = n.body
        from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => eraseEventBody(row.body))}::text[]) n (id, body)
        where e.tenant_id = ${person.tenant_id} and e.id = n.id`,
  );
}

async function goOn(db: Sql, person: Person, stage: string, place: string): Promise<void> {
  await db.query(
    sql`update customer_erasure set stage = ${stage}, place = ${place}, updated_at = now()
        where tenant_id = ${person.tenant_id} and customer_id = ${person.customer_id}`,
  );
}

async function goToRound(db: Sql, { person, asked_ms }: Erasing, next: Round | undefined): Promise<void> {
  if (next !== undefined)
    return goOn(db, person, next.name, again.includes(next) ? firstIdOf(asked_ms - MEANWHILE_MS) : "");
  // What it knew the person by goes with the rest.
  await db.query(
    sql`update customer_erasure set person = '{}', place = '', ended_at = now(), updated_at = now()
        where tenant_id = ${person.tenant_id} and customer_id = ${person.customer_id}`,
  );
}

/** Before every id (UUIDv7) that was made from this instant (epoch ms) on. */
function firstIdOf(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
