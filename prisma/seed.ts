import { NewApiKey } from "~/contract/api-keys";
import { createApiKey, getBaseKey } from "~/domain/api-keys/api-keys.server";
import type { UserActor } from "~/domain/identity/actor";
import { toTenant } from "~/domain/identity/find-tenant.sql.server";
import { clock } from "~/lib/clock";
import { pool, prisma } from "~/lib/db.server";
import { connectDemoCalendar } from "./demo-calendar";
import { connectDemoAccount, offerPaidService } from "./demo-payments";
import { companies } from "./seed/companies";
import { fillCompany, makeOwner, RECEIVER } from "./seed/fill-company";
import { Random } from "./seed/random";

export interface DemoSeed {
  tenant_id: string;
  publishable_key: string;
  /** Only if it was just created: its text is not stored. */
  secret_key: string | null;
  webhook_secret: string | null;
  resources: { id: string; name: string }[];
  schedules: { id: string; name: string }[];
}

/**
 * The demo: three companies of one owner with 18 months of bookings, created once. On later runs
 * only the receiver's URL is updated. Returns the data of Studio Linden.
 */
export async function seedDemo(options: { receiverUrl: string }): Promise<DemoSeed> {
  const existing = await prisma.tenant.findFirst({ where: { is_demo: true } });
  const made = existing === null ? await makeCompanies(options.receiverUrl) : null;
  const owner = made?.owner ?? (await ownerOf(existing!.id)); // either just created or existing
  if (made === null) await moveReceiver(owner, options.receiverUrl);
  for (const one of await companiesOf(owner.account_id)) await connectDemoAccount(one);
  await offerPaidService(owner);
  await connectDemoCalendar(owner);
  const secret =
    made &&
    (await createApiKey(
      owner,
      NewApiKey.parse({ kind: "secret", name: "Demo server", role: "admin" }),
    ));
  const tenant_id = owner.tenant.id;
  const select = { id: true, name: true };
  return {
    tenant_id,
    publishable_key: (await getBaseKey(owner)).key,
    secret_key: secret?.key ?? null,
    webhook_secret: made?.webhook_secret ?? null,
    resources: await prisma.resource.findMany({
      where: { tenant_id },
      select,
      orderBy: { position: "asc" },
    }),
    schedules: await prisma.schedule.findMany({
      where: { tenant_id },
      select,
      orderBy: { created_at: "asc" },
    }),
  };
}

/** Creates all companies, the marker company last: if it exists, the others do too. */
async function makeCompanies(
  receiverUrl: string,
): Promise<{ owner: UserActor; webhook_secret: string }> {
  const now = clock.now();
  let made: { owner: UserActor; webhook_secret: string } | undefined;
  for (const [number, company] of companies.entries()) {
    const owner = await makeOwner(company, made?.owner);
    made = {
      owner,
      webhook_secret: await fillCompany(owner, company, new Random(number + 1), now, receiverUrl),
    };
  }
  const { owner } = made!; // the list is not empty
  await prisma.tenant.update({ where: { id: owner.tenant.id }, data: { is_demo: true } });
  // A sign-in opens the company that was joined first.
  await pool.query(
    "update tenant_user set created_at = created_at - interval '1 year' where tenant_id = $1 and id = $2",
    [owner.tenant.id, owner.user_id],
  );
  await pool.query("analyze customer, slot, booking, claim, event, message");
  return made!;
}

async function ownerOf(tenantId: string): Promise<UserActor> {
  const tenant = await prisma.tenant.findUniqueOrThrow({ where: { id: tenantId } });
  const user = await prisma.user.findFirstOrThrow({
    where: { tenant_id: tenantId, role: "owner" },
    include: { account: true },
  });
  return {
    kind: "user",
    tenant: toTenant(tenant),
    request_id: null,
    user_id: user.id,
    account_id: user.account_id,
    session_id: "",
    name: user.name,
    email: user.account.email,
    role: "owner",
    resource_ids: null,
    own_hours: false,
  };
}

/** The demo's companies, each as its owner sees it. */
async function companiesOf(accountId: string): Promise<UserActor[]> {
  const slug = { in: companies.map((company) => company.slug) };
  const owned = await prisma.user.findMany({
    where: { account_id: accountId, role: "owner", tenant: { slug } },
    select: { tenant_id: true },
  });
  return Promise.all(owned.map(({ tenant_id }) => ownerOf(tenant_id)));
}

/** The local receiver may use another port than last time. */
async function moveReceiver(owner: UserActor, url: string): Promise<void> {
  const users = await prisma.user.findMany({
    where: { account_id: owner.account_id },
    select: { tenant_id: true },
  });
  const tenant_id = { in: users.map((user) => user.tenant_id) };
  await prisma.webhookSubscription.updateMany({
    where: { tenant_id, description: RECEIVER },
    data: { url },
  });
}
