import { afterAll, beforeAll, expect, test } from "vitest";
import { pool } from "~/lib/db.server";
import { makeResource, makeSchedule, makeTenant, signIn } from "./factory";
import { startWeb, type WebProcess } from "./web-process";

// Measures the document size of a forty-person company's pages on a full day.

let web: WebProcess;
let cookie: string;

beforeAll(async () => {
  const owner = await makeTenant({ time_zone: "UTC" });
  const people: string[] = [];
  for (let at = 1; at <= 40; at++)
    people.push((await makeResource(owner, { name: `Person ${at}` })).id);
  const service = await makeSchedule(owner, people, { name: "Treatment", max_advance_days: 2 });
  const guest = await pool.query<{ id: string }>(
    `insert into customer (tenant_id, id, name, email) values ($1, gen_random_uuid(), 'Anna Jansen', 'anna@example.test') returning id`,
    [owner.tenant.id],
  );
  await pool.query(
    `insert into booking (tenant_id, id, reference, resource_id, resource_name, schedule_id, status, starts_at, ends_at, time_zone,
        customer_id, customer_name, customer_email, price_amount, currency, source, notes)
      select $1, gen_random_uuid(), 'FULL' || row_number() over (), p, 'Person', $3, 'confirmed', at, at + interval '1 hour', 'UTC', $4,
        'Guest of hour ' || hour, 'anna@example.test', 4500, 'EUR', 'api', 'Rings the bell twice'
      from unnest($2::uuid[]) p, generate_series(0, 47) hour,
        lateral (select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + hour * interval '1 hour' as at) t`,
    [owner.tenant.id, people, service.id, guest.rows[0]!.id],
  );
  cookie = await signIn(owner);
  web = await startWeb({ DATABASE_URL: process.env.DATABASE_URL!, RATE_LIMITS: "off" });
});
afterAll(() => web.stop());

async function bytesOf(path: string): Promise<number> {
  const answer = await fetch(web.url + path, {
    headers: { Cookie: cookie, "User-Agent": "Mozilla/5.0 (X11; Linux x86_64)" },
  });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  expect(html.match(/<li[^>]*data-row="\w+-/g)).toHaveLength(12);
  return html.length;
}

test("Today on a full day is at most 110 kB", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const sizes = [await bytesOf("/dashboard"), await bytesOf(`/dashboard?date=${tomorrow}`)];
  console.info(`Today: ${sizes.join(" and ")} bytes`);
  for (const bytes of sizes) expect(bytes).toBeLessThan(110_000);
});
