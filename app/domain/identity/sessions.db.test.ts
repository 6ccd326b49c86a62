import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { findSession, startSession } from "./sessions.sql.server";

test("a sign-in aborted by a deadlock is retried", async () => {
  const { account_id } = await makeTenant();
  await pool.query("create sequence lost_deadlock");
  await pool.query(
    `create function lose_once() returns trigger language plpgsql as $$ begin
       if nextval('lost_deadlock') = 1 then raise deadlock_detected; end if; return new; end $$`,
  );
  await pool.query(
    "create trigger lose before insert on session for each row execute function lose_once()",
  );
  try {
    const token = await startSession({ id: account_id }, { ip: null, user_agent: null });
    expect((await findSession(token, null))?.account.id).toBe(account_id);
  } finally {
    await pool.query("drop trigger lose on session");
    await pool.query("drop function lose_once");
    await pool.query("drop sequence lost_deadlock");
  }
});
