import { NewSchedule } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { saveConnection } from "~/domain/payments/connect.server";
import { findConnection } from "~/domain/payments/connections.sql.server";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { pool, prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { DEMO_ACCOUNT } from "~/sandbox/stripe/state";

/**
 * With payments on the sandbox, connects the demo company to its account and makes one service
 * payable at booking. Done once: a connection that is ended in the dashboard stays ended after the
 * next start.
 */
export async function connectDemoAccount(owner: UserActor): Promise<void> {
  const { payprovider } = env.PAYMENTS;
  if (payprovider?.api_base === undefined) return;
  const tenant_id = owner.tenant.id;
  if ((await findConnection(pool, tenant_id, "payprovider")) === null)
    await saveConnection(owner, "payprovider", {
      organization_id: DEMO_ACCOUNT.id,
      organization_name: DEMO_ACCOUNT.name,
      profile_id: null,
      livemode: false,
      scopes: ["read_write"],
      can_take_payments: true,
      adapter: payprovider.adapter,
    });
  if ((await prisma.schedule.count({ where: { tenant_id, requires_payment: true } })) > 0) return;
  const where = { tenant_id, active: true, capacity: 1 };
  const resource = await prisma.resource.findFirst({ where, orderBy: { position: "asc" } });
  if (resource === null) return;
  const service = {
    name: "Colour consultation",
    resource_ids: [resource.id],
    rules: [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:00" }],
    duration_minutes: 30,
    price_amount: 2500,
    requires_payment: true,
    min_notice_minutes: 60,
  };
  await createSchedule(owner, NewSchedule.parse(service));
}
