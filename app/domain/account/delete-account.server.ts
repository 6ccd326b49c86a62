import type { AccountClosing, AccountDeletion } from "~/contract/account";
import { AppError, invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { type Sql, transaction } from "~/lib/db.server";
import { faultPoint } from "~/lib/fault-point.server";
import { log } from "~/lib/log.server";
import { toRfc3339 } from "~/lib/time";
import { writeAudit } from "../audit/write-audit.server";
import type { UserActor } from "../identity/actor";
import { isYoungSession } from "../identity/own-sessions.sql.server";
import { refreshTakesPayments } from "../payments/connections.sql.server";
import { closeAccount } from "./close-account.server";
import { type Closing, findDeletion, readClosing, writeClosing } from "./closing.sql.server";
import { countPaidAhead, lockTenant } from "./delete-tenant.sql.server";

/** Limits the use of a stolen cookie, which is rarely this young. */
const SESSION_MINUTES = 10;

/**
 * Deletes the tenant permanently: closes it to new bookings and payments, settles its guests'
 * money, disconnects its account, then deletes every row. null when it is gone; otherwise its
 * progress, and a worker continues. Calling it again continues too. Throws unauthenticated (sign in
 * again first), validation_failed (another name), in_use (paid upcoming bookings, unless they are
 * to be cancelled and refunded).
 */
export async function deleteAccount(
  actor: UserActor,
  input: AccountDeletion,
): Promise<AccountClosing | null> {
  const tenantId = actor.tenant.id;
  await checkSession(actor);
  if (input.confirm_name !== actor.tenant.name)
    throw invalidField("confirm_name", "That is not the company's name.");
  await begin(actor, input);
  faultPoint("closing.begun");
  if (!(await closeAccount(tenantId))) return findDeletion(tenantId);
  log.info({ tenant_id: tenantId, request_id: actor.request_id }, "a tenant was deleted");
  return null;
}

/**
 * From here on nothing is booked and no checkout is opened; when it was started before, only new
 * options are added.
 */
async function begin(actor: UserActor, input: AccountDeletion): Promise<void> {
  const tenantId = actor.tenant.id;
  await transaction(async (db) => {
    await lockTenant(db, tenantId);
    const before = await readClosing(db, tenantId);
    if (before === null) {
      if (!input.cancel_and_refund) await checkNothingPaid(db, tenantId);
      await writeAudit(db, actor, {
        action: "account.closing",
        entity: "tenant",
        entity_id: tenantId,
      });
    }
    await writeClosing(db, tenantId, closingOf(actor, before, input));
    await refreshTakesPayments(db, tenantId);
  });
}

function closingOf(actor: UserActor, before: Closing | null, input: AccountDeletion): Closing {
  const closing: Closing = before ?? {
    requested_at: toRfc3339(clock.now()),
    user_id: actor.user_id,
    failed_refunds_settled: false,
    is_provider_away: false,
  };
  return {
    ...closing,
    failed_refunds_settled: closing.failed_refunds_settled || input.failed_refunds_settled,
  };
}

async function checkSession(actor: UserActor): Promise<void> {
  if (!(await isYoungSession(actor, SESSION_MINUTES)))
    throw new AppError(
      "unauthenticated",
      "Sign in again first. This needs a sign-in within the last ten minutes.",
      {
        details: { reason: "session_too_old" },
      },
    );
}

async function checkNothingPaid(db: Sql, tenantId: string): Promise<void> {
  const count = await countPaidAhead(db, tenantId);
  if (count > 0)
    throw new AppError(
      "in_use",
      "There are paid bookings in the future. Cancel and refund them (cancel_and_refund), or wait.",
      { details: { paid_bookings: count } },
    );
}
