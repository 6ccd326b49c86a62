import sql from "sql-template-tag";
import type { ProviderError } from "~/adapters/payments/port";
import { pool, transaction } from "~/lib/db.server";
import type { PaymentRow } from "../accounting/payment-row";
import { findConnection } from "./connections.sql.server";
import { keepAbility } from "./keep-ability.server";
import type { Unpayable } from "./payable.server";

/** Closes a service for online booking, or opens it again (null). */
export async function markService(tenantId: string, id: string, why: Unpayable | null): Promise<void> {
  await transaction(async (db) => {
    await db.query(sql`update schedule set unpayable = ${why} where tenant_id = ${tenantId} and id = ${id}`);
    // What is offered online changes with it, so every answer of availability does.
    await db.query(
      sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId} and id in (
            select resource_id from schedule_resource where tenant_id = ${tenantId} and schedule_id = ${id})`,
    );
  });
}

/** Closes for online booking what the provider has just refused to be paid for, so that nobody else stands before the same refusal. */
export async function closeWhatWasRefused(payment: PaymentRow, { code, field }: ProviderError): Promise<void> {
  const { tenant_id, booking_id, amount, connection_id } = payment;
  if (code === "resource_missing" && field === "payment_method_configuration") {
    const connection = payment.provider === "offline" ? null : await findConnection(pool, tenant_id, payment.provider);
    if (connection?.id === connection_id) await keepAbility(connection, connection.can_take_payments, "profile_gone");
    return;
  }
  const why = { amount_too_small: "amount_below_minimum", amount_not_supported: "amount_not_supported" } as const;
  if (code !== "amount_too_small" && code !== "amount_not_supported") return;
  // A price that somebody gave this one booking says nothing of the service's.
  const service = await pool.query<{ id: string }>(
    sql`select s.id from schedule s join booking b on b.tenant_id = s.tenant_id and b.schedule_id = s.id
        where s.tenant_id = ${tenant_id} and b.tenant_id = ${tenant_id} and b.id = ${booking_id} and s.requires_payment
          and s.price_amount > 0 and s.price_amount <= ${amount}::int and s.currency = ${payment.currency}`,
  );
  for (const { id } of service.rows) await markService(tenant_id, id, why[code]);
}
