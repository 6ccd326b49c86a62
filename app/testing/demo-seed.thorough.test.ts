import { expect, test } from "vitest";
import { AnalyticsQuery } from "~/contract/analytics";
import { readAnalytics } from "~/domain/analytics/read-analytics.server";
import { listAttention } from "~/domain/attention/list-attention.server";
import { findDuplicates } from "~/domain/customers/find-duplicates.sql.server";
import type { UserActor } from "~/domain/identity/actor";
import { toTenant } from "~/domain/identity/find-tenant.sql.server";
import { pool, prisma } from "~/lib/db.server";
import { seedDemo } from "../../prisma/seed";

const rows = async <T>(text: string, values: unknown[] = []) =>
  (await pool.query(text, values)).rows as T[];

async function ownerOf(slug: string): Promise<UserActor> {
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { slug } });
  return { kind: "user", tenant: toTenant(tenant), role: "owner" } as UserActor; // as far as reading asks
}

test("the demo has three companies of one owner with 18 months of consistent bookings", async () => {
  const demo = await seedDemo({ receiverUrl: "https://example.com/webhooks" });
  expect(demo.resources.map(({ name }) => name)).toEqual(["Mila", "Noor", "Sami", "Jo"]);
  expect(demo.schedules).toHaveLength(6);
  expect(demo.schedules.map(({ name }) => name)).toContain("Haircut");

  const companies = await rows<{
    slug: string;
    time_zone: string;
    bookings: number;
    statuses: number;
  }>(
    `select t.slug, t.time_zone, count(b.id)::int as bookings, count(distinct b.status)::int as statuses
     from tenant t join booking b on b.tenant_id = t.id group by t.id order by t.slug`,
  );
  expect(companies.map(({ slug, time_zone }) => [slug, time_zone])).toEqual([
    ["harbour-tennis", "America/New_York"],
    ["saffron-yoga", "Asia/Kolkata"],
    ["studio-linden", "Europe/Amsterdam"],
  ]);
  const total = companies.reduce((sum, { bookings }) => sum + bookings, 0);
  expect(total).toBeGreaterThan(18_000);
  expect(total).toBeLessThan(23_000);
  for (const { statuses } of companies) expect(statuses).toBe(8);
  const owners = await rows("select distinct account_id from tenant_user where role = 'owner'");
  expect(owners).toHaveLength(1);

  const [{ wrong_counts, wrong_claims, wrong_events, gaps }] = (await rows<Record<string, number>>(
    `select
       (select count(*)::int from slot s where s.taken <> least(s.capacity, greatest(
          (select count(distinct c.lane) from claim c where c.tenant_id = s.tenant_id and c.resource_id = s.resource_id
             and c.lane < s.capacity and c.block_id is null and c.starts_at < s.occupies_to and c.ends_at > s.occupies_from),
          most_at_once(s.tenant_id, s.resource_id, s.occupies_from, s.occupies_to, interval '2 days', null)))) as wrong_counts,
       (select count(*)::int from booking b where is_live(b.status) <> exists (
          select from claim c where c.tenant_id = b.tenant_id and c.booking_id = b.id)) as wrong_claims,
       (select count(*)::int from booking b where b.created_at > now() - interval '29 days' and b.event_count <> (
          select count(*) from event e where e.tenant_id = b.tenant_id and e.booking_id = b.id)) as wrong_events,
       (select count(*)::int from booking where updated_at > now() or created_at > now() or updated_at < created_at) as gaps`,
  )) as [Record<string, number>];
  expect({ wrong_counts, wrong_claims, wrong_events, gaps }).toEqual({
    wrong_counts: 0,
    wrong_claims: 0,
    wrong_events: 0,
    gaps: 0,
  });
  expect(await rows("select 1 from event where relayed_at is null")).toEqual([]);

  const linden = await ownerOf("studio-linden");
  const kinds = (await listAttention(linden, { limit: 100 })).data.map(({ kind }) => kind);
  expect([...new Set(kinds)].sort()).toEqual([
    "amount_mismatch",
    "approval_waiting",
    "mail_bounced",
    "no_free_time",
    "outside_hours",
    "over_capacity",
    "refund_failed",
    "webhook_failing",
  ]);
  const missed = await rows<{ id: string }>(
    "select id from customer where tenant_id = $1 and email is null and phone is not null and id not in (select customer_id from booking)",
    [linden.tenant.id],
  );
  expect((await findDuplicates(linden, missed[0]!.id)).data).toMatchObject([
    { reasons: ["same_phone"] },
  ]);
  const waiting = await rows(
    "select 1 from waitlist_entry w join tenant t on t.id = w.tenant_id where t.slug = 'saffron-yoga'",
  );
  expect(waiting.length).toBeGreaterThan(0);

  // Times that nobody booked were on offer too: no company was ever full for a month.
  for (const slug of ["harbour-tennis", "saffron-yoga", "studio-linden"]) {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    for (const [from, to] of [
      [day(6), day(1)],
      [day(60), day(30)],
    ] as const) {
      const { utilisation } = await readAnalytics(
        await ownerOf(slug),
        AnalyticsQuery.parse({ from, to }),
      );
      expect(utilisation, `${slug} ${from}`).toBeGreaterThan(0.05);
      expect(utilisation, `${slug} ${from}`).toBeLessThan(0.9);
    }
  }

  const again = await seedDemo({ receiverUrl: "https://example.com/elsewhere" });
  expect(again).toEqual({ ...demo, secret_key: null, webhook_secret: null });
  expect(
    await rows(
      "select distinct url from webhook_subscription where description = 'Local receiver'",
    ),
  ).toEqual([{ url: "https://example.com/elsewhere" }]);
});
