import { standIn } from "~/testing/payments-on";
import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import type { UserActor } from "~/domain/identity/actor";
import { pool } from "~/lib/db.server";
import {
  cancel,
  checkout,
  makePaidService,
  paidBooking,
  refundsOf,
  takeWebhooks,
  waitingBooking,
  work,
} from "~/testing/payment-calls";
import { changePreferences } from "../users/preferences.server";
import { checkDueConnections } from "./check-payable.server";
import { connectionStatus } from "./connect.server";

// Emails to owners about their account at the provider, and the ways a connection ends.

beforeEach(() => {
  standIn.sandbox.wire.faults = [];
});

/** The emails to the owners about the account, oldest first. */
async function mailed({ tenant }: UserActor): Promise<string[]> {
  const found = await pool.query<{ kind: string }>(
    sql`select kind from message where tenant_id = ${tenant.id} and audience = 'owner' order by created_at, kind`,
  );
  return found.rows.map(({ kind }) => kind);
}

test("a single refused call does not end the connection: the account is checked first", async () => {
  const { owner, slots } = await makePaidService();
  const id = await waitingBooking(owner, slots[0]!.id);
  await standIn.control("faults", [
    { route: "POST /v1/checkout/sessions", kind: "status", status: 403, times: 1 },
  ]);
  await expect(checkout(owner, id)).rejects.toThrow();
  expect(await connectionStatus(owner, "payprovider")).toMatchObject({ connected: true });
  expect(await mailed(owner)).toEqual([]);
  expect(await checkout(owner, id)).toMatchObject({ status: "open" });
});

test("a disconnected account ends the connection, and its owner gets one email", async () => {
  const { owner, slots, account } = await makePaidService(2);
  const ids = await Promise.all(slots.slice(0, 2).map((slot) => waitingBooking(owner, slot.id)));
  await standIn.control(`accounts/${account}/disconnect`, {});
  await Promise.allSettled(ids.map((id) => checkout(owner, id)));
  await takeWebhooks(owner);
  expect(await connectionStatus(owner, "payprovider")).toMatchObject({ connected: false });
  expect(await mailed(owner)).toEqual(["payments_disconnected"]);
});

test("an account that can no longer take payments is reported once, until it can again", async () => {
  const { owner, account } = await makePaidService();
  const able = async (charges_enabled: boolean) => {
    await standIn.control("accounts", { id: account, charges_enabled });
    await pool.query(
      sql`update payment_connection set checked_at = null where tenant_id = ${owner.tenant.id}`,
    );
    await checkDueConnections();
  };
  await able(false);
  await able(false);
  expect(await mailed(owner)).toEqual(["payments_paused"]);
  await able(true);
  await able(false);
  expect(await mailed(owner)).toEqual(["payments_paused", "payments_paused"]);
});

test("a failing refund is reported once per failure", async () => {
  const { owner, id } = await paidBooking();
  await standIn.control("faults", [
    { route: "POST /v1/refunds", kind: "status", status: 400, times: 1 },
  ]);
  await cancel(owner, id);
  await work(owner);
  await work(owner);
  expect(await refundsOf(id)).toMatchObject([{ status: "failed" }]);
  expect(await mailed(owner)).toEqual(["refund_failed"]);
});

test("owners get it in their chosen language", async () => {
  const { owner, id } = await paidBooking();
  await changePreferences(owner, { language: "de" });
  await standIn.control("faults", [
    { route: "POST /v1/refunds", kind: "status", status: 400, times: 1 },
  ]);
  await cancel(owner, id);
  await work(owner);
  const found = await pool.query<{ subject: string; html: string }>(
    sql`select subject, html from message where tenant_id = ${owner.tenant.id} and kind = 'refund_failed'`,
  );
  expect(found.rows).toEqual([
    {
      subject: expect.stringMatching(/^Eine Erstattung ist fehlgeschlagen: \d+,\d\d\s€/),
      html: expect.stringContaining('<html lang="de"'),
    },
  ]);
});
