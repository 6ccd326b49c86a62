import { expect, test } from "vitest";
import { MAX_QUESTION_BYTES, MAX_SCHEDULES } from "~/contract/limits";
import { pool } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant } from "~/testing/factory";
import { updateSchedule } from "./schedules.server";

const issueOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { extra?: { issues?: { path: string; code: string }[] } }) =>
      error.extra?.issues?.[0] ?? error,
  );

test("a company has at most 500 schedules; deleting one makes room", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const first = await makeSchedule(owner, [room.id], { active: false });
  await pool.query(
    `insert into schedule select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
     from schedule s, generate_series(2, $2::int) where s.tenant_id = $1`,
    [owner.tenant.id, MAX_SCHEDULES],
  );
  expect(await issueOf(makeSchedule(owner, [room.id]))).toMatchObject({
    path: "name",
    code: "too_many",
  });
  const other = await makeTenant();
  expect(
    await issueOf(makeSchedule(other, [(await makeResource(other)).id], { active: false })),
  ).toBeNull();
  await pool.query(
    "delete from schedule where tenant_id = $1 and id <> $2 and id = (select max(id::text)::uuid from schedule where tenant_id = $1 and id <> $2)",
    [owner.tenant.id, first.id],
  );
  expect(await issueOf(makeSchedule(owner, [room.id], { active: false }))).toBeNull();
});

test("concurrent creations beyond the limit are refused", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  await makeSchedule(owner, [room.id], { active: false });
  await pool.query(
    `insert into schedule select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
     from schedule s, generate_series(2, $2::int) where s.tenant_id = $1`,
    [owner.tenant.id, MAX_SCHEDULES - 2],
  );
  const made = await Promise.all(
    Array.from({ length: 6 }, () => issueOf(makeSchedule(owner, [room.id], { active: false }))),
  );
  expect(made.filter((issue) => issue === null)).toHaveLength(2);
});

test("all questions of a company are limited to 2 MB, on creation and change", async () => {
  const owner = await makeTenant();
  const room = await makeResource(owner);
  const mine = await makeSchedule(owner, [room.id], { active: false });
  const full = await makeSchedule(owner, [room.id], { active: false });
  const question = {
    id: "size",
    label: "Size",
    type: "text" as const,
    required: false,
    sensitive: false,
  };
  const filling = [{ ...question, hint: "x".repeat(MAX_QUESTION_BYTES - 150) }];
  await pool.query("update schedule set questions = $3 where tenant_id = $1 and id = $2", [
    owner.tenant.id,
    full.id,
    JSON.stringify(filling),
  ]);
  const refused = { path: "questions", code: "too_big" };
  expect(
    await issueOf(
      makeSchedule(owner, [room.id], { questions: [question, { ...question, id: "b" }] }),
    ),
  ).toMatchObject(refused);
  expect(
    await issueOf(
      updateSchedule(owner, mine.id, { questions: [question, { ...question, id: "b" }] }),
    ),
  ).toMatchObject(refused);
  expect(await issueOf(updateSchedule(owner, mine.id, { name: "Cut" }))).toBeNull();
  expect(await issueOf(updateSchedule(owner, full.id, { questions: [question] }))).toBeNull();
  expect(await issueOf(updateSchedule(owner, mine.id, { questions: [question] }))).toBeNull();
});
