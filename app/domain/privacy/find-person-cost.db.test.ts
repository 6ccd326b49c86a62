import { expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { fillCompany, idIn } from "~/testing/large-company";
import { statementCosts, total } from "~/testing/statement-costs";
import type { UserActor } from "../identity/actor";
import { findCustomer } from "../customers/list-customers.sql.server";
import { findPerson } from "./find-person.sql.server";

async function makeCompany(customers: number): Promise<UserActor> {
  const actor = await makeTenant();
  const services = { resources: 1, services: 1, services_each: 1, days: 1, times: 1 };
  await fillCompany(actor, { ...services, customers, past_bookings: 0, bookings: 0 });
  return actor;
}
const personOf = async (actor: UserActor, n: number) =>
  findPerson(pool, await findCustomer(pool, actor, idIn(actor, "customer", n)));

test("a person's lookup costs the same among thousands of customers", async () => {
  const [alone, large] = [await makeCompany(2), await makeCompany(5000)];
  const cost = async (actor: UserActor) => {
    const { rows, blocks } = total(await statementCosts(() => personOf(actor, 0)));
    return rows + blocks;
  };
  expect(await cost(large)).toBeLessThan((await cost(alone)) + 30);
});

test("an equal number in another format matches neither customer", async () => {
  const company = await makeCompany(3);
  const [first, second] = await Promise.all([personOf(company, 0), personOf(company, 1)]);
  expect(first.phones).toHaveLength(1);
  await pool.query("update customer set phone = $3 where tenant_id = $1 and id = $2", [
    company.tenant.id,
    idIn(company, "customer", 1),
    first.phones[0]!.replace("+31", "+31 (0)"),
  ]);
  expect(second.phones).toHaveLength(1);
  expect((await personOf(company, 0)).phones).toEqual([]);
});
