import { MOST_QUESTION_BYTES, MOST_SCHEDULES } from "~/contract/limits";
import type { Question } from "~/contract/schedules";
import { invalidField } from "~/lib/app-error";
import type { Prisma } from "../../../prisma/generated/client";

const number = (value: number) => value.toLocaleString("en");

/**
 * A company's schedules are read together, for its widget and its lists. In a transaction, so that two at once count one another. Throws
 * validation_failed where one more, or its questions, are too many.
 */
export async function checkRoomForSchedule(
  tx: Prisma.TransactionClient,
  tenantId: string,
  schedule: { id: string; questions: Question[] },
): Promise<void> {
  await tx.$queryRaw`select 1 from tenant where id = ${tenantId}::uuid for no key update`;
  const found = await tx.$queryRaw<{ others: number; bytes: number }[]>`
    select count(*)::int as others, coalesce(sum(octet_length(questions::text)), 0)::int as bytes
    from schedule where tenant_id = ${tenantId}::uuid and id <> ${schedule.id}::uuid`;
  const { others, bytes } = found[0]!; // an aggregate is one row
  if (others >= MOST_SCHEDULES)
    throw invalidField(
      "name",
      `There can be at most ${number(MOST_SCHEDULES)} services. Delete one that nobody needs.`,
      "too_many",
    );
  if (
    schedule.questions.length > 0 &&
    bytes + Buffer.byteLength(JSON.stringify(schedule.questions)) > MOST_QUESTION_BYTES
  )
    throw invalidField(
      "questions",
      "The questions of all services together are more than 2 MB. Make some shorter, or ask them in the widget's configuration, once for all.",
      "too_big",
    );
}
