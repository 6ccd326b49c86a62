import { beforeAll, expect, test } from "vitest";
import { ANYONE } from "~/contract/fields";
import { MOST_SLOTS_IN_AVAILABILITY } from "~/contract/limits";
import { AvailabilityQuery } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { addDays, localDateOf } from "~/lib/time";
import { fillCompany, idIn } from "~/testing/large-company";
import { makeTenant } from "~/testing/factory";
import { statementCosts, total } from "~/testing/statement-costs";
import type { UserActor } from "../identity/actor";
import { readAvailability } from "./availability.sql.server";

// The cost of an answer depends on the request, not on the size of the company. Measured in rows
// that Postgres reads.

let alone: UserActor;
let large: UserActor;

beforeAll(async () => {
  const nobody = { days: 10, times: 3, customers: 1, past_bookings: 0, bookings: 0 };
  alone = await makeTenant();
  await fillCompany(alone, { ...nobody, resources: 36, services: 1, services_each: 1 });
  large = await makeTenant();
  // 5,400 pairs of a resource and a service, 36 of each service.
  await fillCompany(large, { ...nobody, resources: 150, services: 150, services_each: 36 });
});

async function rowsOf(actor: UserActor, asked: object): Promise<number> {
  const query = AvailabilityQuery.parse(asked);
  const costs = await statementCosts(async () => {
    await readAvailability(actor, query, 92, null).catch(() => null);
  });
  return total(costs).rows;
}

const tomorrow = () => addDays(localDateOf(clock.now(), "Europe/Amsterdam"), 1);

test.each([
  ["on one resource", (of: UserActor) => ({ resource_id: [idIn(of, "resource", 0)] })],
  ["on anyone", () => ({ resource_id: [ANYONE] })],
  ["without a resource", () => ({})],
  ["in a length", () => ({ length_minutes: 30 })],
  ["in a length that nobody offers", () => ({ length_minutes: 95 })],
])("a service %s costs the same with 150 services as with one", async (_, more) => {
  const query = (of: UserActor) => ({
    schedule_id: idIn(of, "service", 0),
    from: tomorrow(),
    to: tomorrow(),
    ...more(of),
  });
  expect(await rowsOf(large, query(large))).toBeLessThanOrEqual(
    1.2 * (await rowsOf(alone, query(alone))),
  );
});

test("a refusal for too many slots costs no more than the longest response", async () => {
  const query = AvailabilityQuery.parse({});
  await expect(readAvailability(large, query, 92, null)).rejects.toMatchObject({
    extra: { issues: [{ path: "to", code: "too_big" }] },
  });
  expect(await rowsOf(large, {})).toBeLessThan(15 * MOST_SLOTS_IN_AVAILABILITY);
});
