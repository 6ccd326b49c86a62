import type { Membership } from "~/contract/account";
import { NewTenant } from "~/contract/auth";
import { Name } from "~/contract/common";
import { localeOfZone } from "~/i18n/locales";
import { AppError } from "~/lib/app-error";
import { randomDigits } from "~/lib/crypto.server";
import { type Sql, transaction } from "~/lib/db.server";
import { type IdempotencyTicket, keepAnswer, replayStoredAnswer } from "~/lib/idempotency.server";
import { newId } from "~/lib/ids";
import { writeAudit } from "../audit/write-audit.server";
import type { Tenant, UserActor } from "../identity/actor";
import type { SignedIn } from "../identity/sessions.sql.server";
import { slugOf } from "./slug";
import {
  findOwned,
  insertOwner,
  insertTenant,
  isNewByProvider,
  lockAccount,
} from "./tenants.sql.server";

/** Companies an account may own at most. */
const MAX_OWNED = 20;

/**
 * Creates a tenant owned by the signed-in account and switches this session to it from the next
 * call on; atomic. The slug is derived from the name if absent. Throws already_exists (the slug is
 * taken, or 20 companies are owned).
 */
export async function createTenant(
  signedIn: SignedIn,
  input: NewTenant,
  requestId: string | null,
  ticket: IdempotencyTicket | null = null,
): Promise<Membership> {
  return transaction(async (db) => {
    await lockAccount(db, signedIn.account.id); // serialises two calls with one key
    if (ticket !== null) await replayOfAccount(db, signedIn.account.id, ticket);
    const { tenant } = await makeTenant(db, signedIn, input, requestId, {});
    const made: Membership = {
      id: tenant.id,
      name: tenant.name,
      slug: tenant.slug,
      role: "owner",
      is_current: true,
    };
    if (ticket !== null) await keepAnswer(db, { ...ticket, tenant_id: tenant.id }, made);
    return made;
  });
}

/**
 * The answer is stored with the created company, so each company of the account is searched. Throws
 * what replayStoredAnswer throws.
 */
async function replayOfAccount(
  db: Sql,
  accountId: string,
  ticket: IdempotencyTicket,
): Promise<void> {
  for (const tenant_id of await findOwned(db, accountId))
    await replayStoredAnswer(db, { ...ticket, tenant_id });
}

/**
 * Creates a tenant with guessed data, which its onboarding then asks for, for a new person from an
 * identity provider. null for people who have only signed in by code (they use create-tenant) or
 * belong to a tenant already.
 */
export async function makeFirstTenant(
  signedIn: SignedIn,
  requestId: string | null,
): Promise<UserActor | null> {
  return transaction(async (db) => {
    await lockAccount(db, signedIn.account.id);
    if (!(await isNewByProvider(db, signedIn.account.id))) return null;
    const name = signedIn.account.name ?? nameInEmail(signedIn.account.email);
    const guessed = NewTenant.parse({ name, time_zone: "UTC", currency: "EUR" });
    return makeTenant(db, signedIn, guessed, requestId, { unnamed: true });
  });
}

async function makeTenant(
  db: Sql,
  { account, session_id }: SignedIn,
  input: NewTenant,
  requestId: string | null,
  onboarding: { unnamed?: true },
): Promise<UserActor> {
  await refuseTooMany(db, account.id);
  const { owner_name, ...fields } = input;
  const tenant = await insertWithSlug(
    db,
    { ...fields, locale: fields.locale ?? localeOfZone(fields.time_zone) },
    onboarding,
  );
  const user_id = newId();
  const name = owner_name ?? account.name ?? nameInEmail(account.email);
  await insertOwner(
    db,
    tenant.id,
    { account, session_id },
    { user_id, name, accountName: owner_name ?? null },
  );
  const user = {
    user_id,
    account_id: account.id,
    session_id,
    name,
    email: account.email,
    role: "owner" as const,
  };
  const actor: UserActor = {
    kind: "user",
    tenant,
    request_id: requestId,
    resource_ids: null,
    own_hours: false,
    ...user,
  };
  await writeAudit(db, actor, { action: "tenant.created", entity: "tenant", entity_id: tenant.id });
  return actor;
}

async function refuseTooMany(db: Sql, accountId: string): Promise<void> {
  if ((await findOwned(db, accountId)).length >= MAX_OWNED)
    throw new AppError("already_exists", `One account can own at most ${MAX_OWNED} companies.`);
}

type Fields = Omit<NewTenant, "owner_name"> & { locale: string };

async function insertWithSlug(
  db: Sql,
  fields: Fields,
  onboarding: { unnamed?: true },
): Promise<Tenant> {
  for (const slug of slugsOf(fields)) {
    const made = await insertTenant(db, slug, fields, onboarding);
    if (made !== null) return made;
  }
  const message = "Another company already uses this address (slug).";
  throw new AppError("already_exists", message, {
    issues: [{ path: "slug", code: "already_exists", message }],
  });
}

/** The slugs to try: only the given one, or those derived from the name, with digits if taken. */
function slugsOf({ slug, name }: Fields): string[] {
  if (slug !== undefined) return [slug];
  const base = slugOf(name);
  return [
    base,
    `${base}-2`,
    `${base}-3`,
    ...[4, 6, 8].map((digits) => `${base}-${randomDigits(digits)}`),
  ];
}

function nameInEmail(email: string): string {
  const local = email.split("@")[0]!;
  return Name.safeParse(local.slice(0, 120)).data ?? "Owner";
}
