import { beforeAll, expect, test } from "vitest";
import { WidgetConfigQuery } from "~/contract/widget";
import { pool } from "~/lib/db.server";
import { fillCompany, idIn } from "~/testing/large-company";
import { makeTenant } from "~/testing/factory";
import { statementCosts, total } from "~/testing/statement-costs";
import { findBaseKeyCaller } from "../api-keys/base-key-actor.server";
import type { KeyActor, UserActor } from "../identity/actor";
import { answerWidgetConfig } from "./answer-widget-config.server";
import { getBaseKey } from "../api-keys/api-keys.server";

// The cost of a company's configuration for anonymous visitors: 5,400 pairs of a service and a
// resource.

let owner: UserActor;
let caller: KeyActor;

beforeAll(async () => {
  owner = await makeTenant();
  await fillCompany(owner, {
    resources: 150,
    services: 150,
    services_each: 36,
    days: 1,
    times: 1,
    customers: 1,
    past_bookings: 0,
    bookings: 0,
  });
  await getBaseKey(owner);
  caller = (await findBaseKeyCaller(owner.tenant.slug, null))!.actor;
});

const answer = (known: string | null = null) =>
  answerWidgetConfig(caller, WidgetConfigQuery.parse({}), known);

test("it costs a few rows per pair, not per pair and service, and counts towards limits", async () => {
  let was_cached: boolean | undefined;
  const costs = await statementCosts(async () => {
    ({ was_cached } = await answer());
  });
  expect(was_cached).toBe(false);
  expect(total(costs).rows).toBeLessThan(30 * 150 * 36);
});

test("a repeated request is answered by version only", async () => {
  const { etag } = await answer();
  for (const known of [null, etag]) {
    const costs = await statementCosts(async () => {
      expect(await answer(known)).toMatchObject({ etag, was_cached: true });
    });
    expect(total(costs).rows).toBeLessThan(5 * (150 + 150));
  }
});

test.each([
  [
    "a schedule",
    "update schedule set name = 'Other', version = version + 1 where id = $1",
    "service",
  ],
  ["what can be paid", "update schedule set unpayable = 'no_account' where id = $1", "service"],
  ["the order of services", "update schedule set position = 99 where id = $1", "service"],
  [
    "a resource",
    "update resource set name = 'Other', version = version + 1 where id = $1",
    "resource",
  ],
  ["an archived resource", "update resource set active = false where id = $1", "resource"],
] as const)("%s changes it", async (_, change, kind) => {
  const { etag } = await answer();
  await pool.query(change, [idIn(owner, kind, 0)]);
  const after = await answer(etag);
  expect(after).toMatchObject({ was_cached: false });
  expect(after.etag).not.toBe(etag);
});

test("a booking does not", async () => {
  const { etag } = await answer();
  await pool.query("update resource set slots_version = slots_version + 1 where id = $1", [
    idIn(owner, "resource", 0),
  ]);
  expect(await answer(etag)).toMatchObject({ etag, json: null, was_cached: true });
});
