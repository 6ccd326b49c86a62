import { beforeAll, expect, test } from "vitest";
import { ANYONE } from "~/contract/fields";
import { MAX_SLOTS_IN_AVAILABILITY } from "~/contract/limits";
import { AvailabilityQuery } from "~/contract/slots";
import { clock } from "~/lib/clock";
import { pool } from "~/lib/db.server";
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

async function rowsOf(actor: UserActor, typed: object): Promise<number> {
  const query = AvailabilityQuery.parse(typed);
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

test.each([undefined, 30, 60])(
  "anyone of 36 costs no more for each time than anyone of 9 (length %s)",
  async (length_minutes) => {
    const costOf = async (people: number) => {
      const company = await makeTenant();
      const size = { resources: people, services: 1, services_each: 1, customers: 1 };
      await fillCompany(company, { ...size, days: 10, times: 3, past_bookings: 0, bookings: 0 });
      const service = idIn(company, "service", 0);
      await pool.query("update schedule set length_options = $2 where id = $1", [
        service,
        JSON.stringify([{ minutes: 60, price_amount: null }]),
      ]);
      await pool.query(
        "update slot set open_until = ends_at + interval '1 hour' where schedule_id = $1",
        [service],
      );
      const costs = await statementCosts(async () => {
        // Postgres prefers a plan for all parameters from the sixth call of a connection on.
        for (let days = 1; days <= 9; days++) {
          const query = { schedule_id: service, resource_id: [ANYONE], length_minutes };
          const range = { from: tomorrow(), to: addDays(tomorrow(), days) };
          const parsed = AvailabilityQuery.parse({ ...query, ...range });
          await readAvailability(company, parsed, 92, null);
        }
      });
      return Math.max(...costs.map(({ rows, blocks }) => rows + blocks)) / people;
    };
    expect(await costOf(36)).toBeLessThan(1.2 * (await costOf(9)));
  },
);

test("a refusal for too many slots costs no more than the longest response", async () => {
  const query = AvailabilityQuery.parse({});
  await expect(readAvailability(large, query, 92, null)).rejects.toMatchObject({
    extra: { issues: [{ path: "to", code: "too_big" }] },
  });
  expect(await rowsOf(large, {})).toBeLessThan(15 * MAX_SLOTS_IN_AVAILABILITY);
});
