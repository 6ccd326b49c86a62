import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeSampleTenant } from "~/testing/sample-tenant";
import { statementCosts } from "~/testing/statement-costs";
import { readHistory } from "./booking-history.sql.server";

test("a booking edited 3,000 times: the newest 500 changes, oldest first, without a join for the rest", async () => {
  const { owner, ids } = await makeSampleTenant();
  const tenantId = owner.tenant.id;
  await pool.query(
    `insert into audit_row (tenant_id, id, actor, action, entity, entity_id, diff, at)
      select $1, gen_random_uuid(), '{"kind": "system", "id": null}', 'booking.edited', 'booking', $2, jsonb_build_object('notes', n),
        now() + n * interval '1 second'
      from generate_series(1, 3000) n`,
    [tenantId, ids.booking],
  );
  let history: Awaited<ReturnType<typeof readHistory>> = [];
  const costs = await statementCosts(async () => {
    history = await readHistory(tenantId, ids.booking);
  });
  expect(history).toHaveLength(500);
  expect([history[0]!.diff, history.at(-1)!.diff]).toEqual([{ notes: 2501 }, { notes: 3000 }]);
  expect(costs[0]!.rows).toBeLessThan(10_000); // each row once for its order, then 500; 30,000 before
});
