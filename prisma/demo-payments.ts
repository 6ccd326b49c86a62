import sql from "sql-template-tag";
import { NewSchedule } from "~/contract/schedules";
import type { UserActor } from "~/domain/identity/actor";
import { saveConnection } from "~/domain/payments/connect.server";
import { findConnection } from "~/domain/payments/connections.sql.server";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { pool, prisma } from "~/lib/db.server";
import { env } from "~/lib/env.server";
import { demoPaymentIds } from "~/sandbox/stripe/demo-payments";
import { DEMO_ACCOUNTS } from "~/sandbox/stripe/state";

/**
 * With payments on the sandbox, connects a demo company to its account, where its past payments
 * are. Done once: a connection that is ended in the dashboard stays ended after the next start.
 */
export async function connectDemoAccount(owner: UserActor): Promise<void> {
  const { payprovider } = env.PAYMENTS;
  const account = DEMO_ACCOUNTS[owner.tenant.slug];
  if (payprovider?.api_base === undefined || account === undefined) return;
  const tenant_id = owner.tenant.id;
  if ((await findConnection(pool, tenant_id, "payprovider")) === null)
    await saveConnection(owner, "payprovider", {
      organization_id: account.id,
      organization_name: account.name,
      profile_id: null,
      livemode: false,
      scopes: ["read_write"],
      can_take_payments: true,
      adapter: payprovider.adapter,
    });
  const connection = await findConnection(pool, tenant_id, "payprovider");
  if (connection?.organization_id === account.id)
    await movePayments(tenant_id, connection.id, account.id);
}

interface PastPayment {
  id: string;
  amount: number;
  currency: string;
}

/** Gives payments without an account the ids that they have at the stand-in. */
async function movePayments(
  tenantId: string,
  connectionId: string,
  organizationId: string,
): Promise<void> {
  const found = await pool.query<PastPayment>(
    sql`select id, amount, currency from payment
        where tenant_id = ${tenantId} and provider = 'payprovider' and organization_id is null`,
  );
  const moved = found.rows.map((payment) => ({ id: payment.id, ...demoPaymentIds(payment) }));
  await pool.query(
    sql`update payment p set connection_id = ${connectionId}, organization_id = ${organizationId}, livemode = false,
          session_id = m.session_id, charge_ref = m.charge_ref
        from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id uuid, session_id text, charge_ref text)
        where p.tenant_id = ${tenantId} and p.id = m.id`,
  );
}

/** Makes one service payable at booking, if the company takes payments and has none yet. */
export async function offerPaidService(owner: UserActor): Promise<void> {
  const tenant_id = owner.tenant.id;
  if ((await findConnection(pool, tenant_id, "payprovider")) === null) return;
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
  const withDeposit = {
    ...service,
    name: "Balayage",
    duration_minutes: 120,
    price_amount: 8000,
    deposit: { percent: 25 },
  };
  await createSchedule(owner, NewSchedule.parse(withDeposit));
}
