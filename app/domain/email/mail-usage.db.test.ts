import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { inReplicaMode } from "~/testing/replica-mode";
import { statementCosts, total } from "~/testing/statement-costs";
import { isNewTenant } from "./mail-usage.sql.server";

test("checking for a new company is cheap despite many manual payments", async () => {
  const { tenant } = await makeTenant();
  await inReplicaMode(async (db) => {
    await db.query(
      `insert into payment (tenant_id, id, booking_id, provider, status, amount, currency, captured_at)
       select $1, gen_random_uuid(), gen_random_uuid(), 'offline', 'paid', 100, 'EUR', now() from generate_series(1, 20000)`,
      [tenant.id],
    );
  });
  await pool.query("analyze payment");
  const costs = statementCosts(async () => {
    expect(await isNewTenant(pool, tenant.id)).toBe(true);
  });
  expect(total(await costs).blocks).toBeLessThan(20);
});
