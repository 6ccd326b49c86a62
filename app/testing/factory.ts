import type { CustomerInput } from "~/contract/booking-inputs";
import type { Role } from "~/contract/common";
import { NewResource } from "~/contract/resources";
import { NewSchedule } from "~/contract/schedules";
import { NewApiKey } from "~/contract/api-keys";
import { createApiKey, getBaseKey } from "~/domain/api-keys/api-keys.server";
import type { SystemActor, UserActor } from "~/domain/identity/actor";
import { findSession, startSession } from "~/domain/identity/sessions.sql.server";
import { createResource } from "~/domain/resources/resources.server";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { readPolicy } from "~/domain/identity/policy";
import { prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";

let made = 0;

export interface TenantOptions {
  name?: string;
  time_zone?: string;
  locale?: string;
  currency?: string;
  policy?: Record<string, unknown>;
  is_demo?: boolean;
  /** Pretends that a payment account is connected. */
  takes_payments?: boolean;
  owner_email?: string;
  owner_name?: string;
  slug?: string;
}

/** Creates a tenant with its owner, the actor of all other factories. */
export async function makeTenant(options: TenantOptions = {}): Promise<UserActor> {
  const id = newId();
  made += 1;
  const tenant = await prisma.tenant.create({
    data: {
      id,
      name: options.name ?? `Tenant ${made}`,
      slug: options.slug ?? `tenant-${id}`,
      time_zone: options.time_zone ?? "Europe/Amsterdam",
      ...(options.locale !== undefined && { locale: options.locale }),
      currency: options.currency ?? "EUR",
      policy: (options.policy ?? {}) as object,
      is_demo: options.is_demo ?? false,
      takes_payments: options.takes_payments ?? false,
    },
  });
  const { name, slug, time_zone, locale, currency, takes_payments } = tenant;
  return makeUser(
    {
      kind: "system",
      tenant: {
        id,
        name,
        slug,
        time_zone,
        locale,
        currency,
        takes_payments,
        policy: readPolicy(tenant.policy),
      },
      request_id: null,
    },
    "owner",
    {
      email: options.owner_email,
      name: options.owner_name,
    },
  );
}

export async function makeUser(
  of: SystemActor | UserActor,
  role: Role,
  options: {
    email?: string | undefined;
    name?: string | undefined;
    resource_ids?: string[];
    own_hours?: boolean;
  } = {},
): Promise<UserActor> {
  const account = await prisma.account.create({
    data: { id: newId(), email: options.email ?? `${role}-${newId()}@example.test` },
  });
  const user = await prisma.user.create({
    data: {
      tenant_id: of.tenant.id,
      id: newId(),
      account_id: account.id,
      role,
      name: options.name ?? `The ${role}`,
      resource_ids: options.resource_ids ?? [],
      own_hours: options.own_hours ?? false,
    },
  });
  return {
    kind: "user",
    tenant: of.tenant,
    request_id: null,
    user_id: user.id,
    account_id: account.id,
    session_id: "",
    name: user.name,
    email: account.email,
    role,
    resource_ids: options.resource_ids ?? null,
    own_hours: user.own_hours,
  };
}

/** The Cookie header of a new session of this user. */
export async function signIn(actor: UserActor): Promise<string> {
  const token = await startSession({ id: actor.account_id }, { ip: null, user_agent: null });
  const signedIn = await findSession(token, null);
  if (signedIn?.actor?.tenant.id !== actor.tenant.id)
    throw new Error("The session is not in the user's tenant.");
  return `session=${token}`;
}

export function makeResource(actor: UserActor, input: Partial<NewResource> = {}) {
  made += 1;
  return createResource(actor, NewResource.parse({ type: "room", name: `Room ${made}`, ...input }));
}

/**
 * Open daily from 09:00 to 17:00 with one-hour slots, bookable immediately, unless `input` says
 * otherwise.
 */
export function makeSchedule(
  actor: UserActor,
  resourceIds: string[],
  input: Record<string, unknown> = {},
) {
  made += 1;
  const rules = [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "17:00" }];
  const whole = {
    name: `Offer ${made}`,
    resource_ids: resourceIds,
    rules,
    min_notice_minutes: 0,
    ...input,
  };
  return createSchedule(actor, NewSchedule.parse(whole));
}

/** The text of a publishable key with every scope. */
export async function makeKey(actor: UserActor): Promise<string> {
  return (await getBaseKey(actor)).key;
}

export async function makeSecretKey(
  actor: UserActor,
  role: "viewer" | "staff" | "admin" = "admin",
): Promise<string> {
  return (await createApiKey(actor, NewApiKey.parse({ kind: "secret", name: "Test", role }))).key;
}

export function aCustomer(name = "Anna Jansen"): CustomerInput {
  made += 1;
  return { name, email: `guest-${made}-${newId()}@example.test` };
}
