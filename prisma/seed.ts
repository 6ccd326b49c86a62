import { NewApiKey } from "~/contract/api-keys";
import { NewBooking } from "~/contract/bookings";
import { NewResource } from "~/contract/resources";
import { NewSchedule } from "~/contract/schedules";
import { createApiKey, getBaseKey } from "~/domain/api-keys/api-keys.server";
import { createBooking } from "~/domain/bookings/create-booking.server";
import type { UserActor } from "~/domain/identity/actor";
import { createResource } from "~/domain/resources/resources.server";
import { createSchedule } from "~/domain/schedules/schedules.server";
import { toTenant } from "~/domain/identity/find-tenant.server";
import { createSubscription } from "~/domain/webhooks/subscriptions.server";
import { webhookEventTypes } from "~/contract/webhooks";
import { pool, prisma } from "~/lib/db.server";
import { makeTenant } from "~/testing/factory";
import { connectDemoAccount } from "./demo-payments";

export interface DemoSeed {
  tenant_id: string;
  publishable_key: string;
  /** Only when it was made just now: its text is not kept. */
  secret_key: string | null;
  webhook_secret: string | null;
  resources: { id: string; name: string }[];
  schedules: { id: string; name: string }[];
}

export const DEMO_OWNER = "owner@demo.example";

/** The demo company, made once; on kept data nothing is made again and only the receiver's address is brought up to date. */
export async function seedDemo(options: { receiverUrl: string }): Promise<DemoSeed> {
  const existing = await prisma.tenant.findFirst({ where: { is_demo: true } });
  const owner = existing === null ? await makeCompany() : await ownerOf(existing.id);
  await connectDemoAccount(owner);
  const secret =
    existing === null
      ? await createApiKey(owner, NewApiKey.parse({ kind: "secret", name: "Demo server", role: "admin" }))
      : null;
  const webhookSecret = await subscribeReceiver(owner, options.receiverUrl);
  const tenant_id = owner.tenant.id;
  const select = { id: true, name: true };
  return {
    tenant_id,
    publishable_key: (await getBaseKey(owner)).key,
    secret_key: secret?.key ?? null,
    webhook_secret: webhookSecret,
    resources: await prisma.resource.findMany({ where: { tenant_id }, select, orderBy: { position: "asc" } }),
    schedules: await prisma.schedule.findMany({ where: { tenant_id }, select, orderBy: { created_at: "asc" } }),
  };
}

async function makeCompany(): Promise<UserActor> {
  const owner = await makeTenant({
    name: "Studio Linden",
    slug: "studio-linden",
    time_zone: "Europe/Amsterdam",
    is_demo: true,
    owner_email: DEMO_OWNER,
    owner_name: "Linde de Vries",
  });
  const make = (input: Record<string, unknown>) => createResource(owner, NewResource.parse(input));
  const [mila, noor, studio] = [
    await make({ type: "person", name: "Mila", description: "Cut and colour", position: 0, color: "#4f46e5" }),
    await make({ type: "person", name: "Noor", description: "Cut and care", position: 1, color: "#0d9488" }),
    await make({
      type: "class",
      name: "Yoga studio",
      description: "Eight mats, one teacher",
      capacity: 8,
      position: 2,
      color: "#d97706",
    }),
  ];
  const weekdays = [{ days: [1, 2, 3, 4, 5], start: "09:00", end: "17:30" }];
  const haircut = await createSchedule(
    owner,
    NewSchedule.parse({
      name: "Haircut",
      resource_ids: [mila.id, noor.id],
      rules: [...weekdays, { days: [6], start: "10:00", end: "16:00" }],
      duration_minutes: 45,
      buffer_after_minutes: 15,
      price_amount: 4200,
      min_notice_minutes: 60,
    }),
  );
  await createSchedule(
    owner,
    NewSchedule.parse({
      name: "Cut and colour",
      resource_ids: [mila.id],
      rules: weekdays,
      duration_minutes: 120,
      step_minutes: 60,
      price_amount: 11_500,
      min_notice_minutes: 240,
    }),
  );
  await createSchedule(
    owner,
    NewSchedule.parse({
      name: "Morning yoga",
      resource_ids: [studio.id],
      rules: [{ days: [1, 3, 5, 6], start: "08:00", end: "10:00" }],
      duration_minutes: 60,
      price_amount: 1400,
      max_party_size: 4,
      questions: [{ id: "mat", label: "Do you bring your own mat?", type: "checkbox", required: false }],
    }),
  );
  await makeFirstBookings(owner, haircut.id);
  return owner;
}

const GUESTS = ["Sanne Bakker", "Tom Visser", "Aisha El Amrani"];

async function makeFirstBookings(owner: UserActor, scheduleId: string): Promise<void> {
  const free = await pool.query<{ id: string }>(
    `select id from slot where tenant_id = $1 and schedule_id = $2 and starts_at > now() + interval '20 hours'
     order by starts_at, id limit 40`,
    [owner.tenant.id, scheduleId],
  );
  for (const [index, name] of GUESTS.entries()) {
    const slot = free.rows[index * 9];
    if (slot === undefined) continue;
    const email = `${name.split(" ")[0]!.toLowerCase()}@example.com`; // a name has a first part
    await createBooking(owner, NewBooking.parse({ slot_id: slot.id, customer: { name, email } }), null);
  }
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
  };
}

/** One subscription to the local receiver; its port may be another one than last time. The secret when it is new. */
async function subscribeReceiver(owner: UserActor, url: string): Promise<string | null> {
  const where = { tenant_id: owner.tenant.id, description: "Local receiver" };
  const known = await prisma.webhookSubscription.findFirst({ where });
  if (known === null)
    return (await createSubscription(owner, { url, events: [...webhookEventTypes], description: where.description }))
      .secret;
  if (known.url !== url) await prisma.webhookSubscription.updateMany({ where, data: { url } });
  return null;
}
