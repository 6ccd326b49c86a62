import sql from "sql-template-tag";
import { MAX_QUESTION_BYTES, MAX_SCHEDULES } from "~/contract/limits";
import type { Question } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import type { Sql } from "~/lib/db.server";

const number = (value: number) => value.toLocaleString("en");

type Asking = { id: string; questions: Question[] };

/**
 * A company's schedules are read together, for its widget and its lists, so their number and size
 * are limited. Throws validation_failed when one more, or its questions, would be too many.
 */
export async function checkRoomForSchedule(
  db: Sql,
  tenantId: string,
  schedule: Asking,
): Promise<void> {
  const found = await db.query<{ others: number; bytes: number }>(
    sql`select count(*)::int as others, coalesce(sum(octet_length(questions::text)), 0)::int as bytes
        from schedule where tenant_id = ${tenantId} and id <> ${schedule.id}`,
  );
  const { others, bytes } = found.rows[0]!; // an aggregate is one row
  if (others >= MAX_SCHEDULES)
    throw invalidField(
      "name",
      `There can be at most ${number(MAX_SCHEDULES)} services. Delete one that nobody needs.`,
      "too_many",
    );
  if (
    schedule.questions.length > 0 &&
    bytes + Buffer.byteLength(JSON.stringify(schedule.questions)) > MAX_QUESTION_BYTES
  )
    throw invalidField(
      "questions",
      "The questions of all services together are more than 2 MB. Make some shorter, or ask them in the widget's configuration, once for all.",
      "too_big",
    );
}

/** The same check in the transaction that writes it, so that concurrent ones count each other. */
export async function takeRoomForSchedule(
  db: Sql,
  tenantId: string,
  schedule: Asking,
): Promise<void> {
  await db.query(sql`select 1 from tenant where id = ${tenantId} for no key update`);
  await checkRoomForSchedule(db, tenantId, schedule);
}
