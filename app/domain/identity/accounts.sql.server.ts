import sql from "sql-template-tag";
import type { CodeVerified } from "~/contract/auth";
import type { Role } from "~/contract/common";
import { pool, prisma, type Sql } from "~/lib/db.server";
import { newId } from "~/lib/ids";

/** A person, identified by a verified email address. */
export interface Account {
  id: string;
  email: string;
  name: string | null;
}

/** The email of the seeded demo company's owner. */
export const DEMO_OWNER_EMAIL = "owner@demo.example";

/** The account of a verified address (lowercase, as in the contract); created if there is none. */
export async function findOrCreateAccount(db: Sql, email: string): Promise<Account> {
  const find = () =>
    db.query<Account>(sql`select id, email, name from account where email = ${email}`);
  const known = (await find()).rows[0];
  // Avoids the insert for known accounts: writing to the directory requires every node of a
  // cluster.
  if (known !== undefined) return known;
  await db.query(
    sql`insert into account (id, email) values (${newId()}, ${email}) on conflict (email) do nothing`,
  );
  return (await find()).rows[0]!; // inserted above, or meanwhile
}

/** Whether the person with this address works for the tenant. */
export async function isMember(db: Sql, tenantId: string, email: string): Promise<boolean> {
  const found = await db.query(
    sql`select 1 from tenant_user u join account a on a.id = u.account_id where u.tenant_id = ${tenantId} and a.email = ${email}`,
  );
  return found.rowCount !== 0;
}

/** The companies of an account with its role in each, in the order they were joined. */
export async function listMemberships(accountId: string): Promise<CodeVerified["tenants"]> {
  const users = await prisma.user.findMany({
    where: { account_id: accountId },
    orderBy: { created_at: "asc" },
    select: { role: true, tenant: { select: { id: true, name: true } } },
  });
  return users.map(({ role, tenant }) => ({ ...tenant, role: role as Role })); // tenant_user_role_check
}

/** The owner of the seeded demo company; null if it was not seeded. */
export async function findDemoOwner(): Promise<Account | null> {
  const found = await pool.query<Account>(
    sql`select a.id, a.email, a.name from account a join tenant_user u on u.account_id = a.id join tenant t on t.id = u.tenant_id
      where a.email = ${DEMO_OWNER_EMAIL} and t.is_demo limit 1`,
  );
  return found.rows[0] ?? null;
}

/** The slug of the seeded demo company; null if it was not seeded. */
export async function findDemoSlug(): Promise<string | null> {
  const found = await pool.query<{ slug: string }>(
    sql`select t.slug from account a join tenant_user u on u.account_id = a.id join tenant t on t.id = u.tenant_id
      where a.email = ${DEMO_OWNER_EMAIL} and t.is_demo limit 1`,
  );
  return found.rows[0]?.slug ?? null;
}
