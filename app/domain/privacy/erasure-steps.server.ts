import { bulkPool, type Sql, transaction } from "~/lib/db.server";
import { afterErased } from "../calendars/queue-pushes.server";
import { personalTables } from "../customers/personal-data.sql";
import {
  endErasure,
  eraseWhere,
  type Erasing,
  lockErasing,
  writePlace,
} from "./erasures.sql.server";
import { nextPage, type Round, roundsOf } from "./walk-person.sql.server";

/** Rows examined per step. */
const PAGE = 1000;
/** Event bodies read and held at a time: each may have 64 KB. */
const PAGE_OF_EVENTS = 200;

const first = personalTables.filter(({ at_once }) => at_once !== true).flatMap(roundsOf);
/**
 * Rows written during the erasure, from a booking or an event that still had the name: these tables
 * are searched once more.
 */
const WRITTEN_MEANWHILE = ["event", "webhook_attempt", "message", "audit_row"];
const again = first
  .filter(({ table, lookup }) => lookup === null && WRITTEN_MEANWHILE.includes(table.table))
  .map((round) => ({ ...round, name: `${round.name} again` }));
const rounds: Round[] = [...first, ...again];
const MEANWHILE_MS = 10 * 60_000;

/** The total number of parts, and those done at a stage. */
export const erasureParts = rounds.length;
export const partsDone = (stage: string): number => Math.max(0, placeOfRound(stage));

/**
 * An unknown name from another version restarts at the first round, which is safe: erased rows stay
 * erased.
 */
const placeOfRound = (stage: string): number => rounds.findIndex(({ name }) => name === stage);

/**
 * Processes one page of an erasure and stores its position, in one transaction, so that it resumes
 * after a crash. Two workers take turns. Returns false when nothing is left to do.
 */
export async function eraseStep(tenantId: string, customerId: string): Promise<boolean> {
  return transaction(async (db) => {
    const erasing = await lockErasing(db, tenantId, customerId);
    if (erasing === undefined) return false;
    const { person, stage, place } = erasing;
    const index = Math.max(0, placeOfRound(stage));
    const round = rounds[index]!; // one of the list
    const page = await nextPage(
      db,
      person,
      round,
      place,
      round.table.erase === "event_body" ? PAGE_OF_EVENTS : PAGE,
    );
    await eraseWhere(db, round.table, person, page.where);
    if (page.next !== null) await writePlace(db, person, round.name, page.next);
    else await goToRound(db, erasing, rounds[index + 1]);
    return true;
  }, bulkPool);
}

async function goToRound(
  db: Sql,
  { person, asked_ms }: Erasing,
  next: Round | undefined,
): Promise<void> {
  if (next !== undefined)
    return writePlace(
      db,
      person,
      next.name,
      again.includes(next) ? firstIdOf(asked_ms - MEANWHILE_MS) : "",
    );
  await endErasure(db, person);
  await afterErased(db, person.tenant_id, person.customer_ids);
}

/** Sorts before every id (UUIDv7) created from this instant (epoch ms) on. */
function firstIdOf(ms: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
