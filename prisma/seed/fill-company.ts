import { webhookEventTypes } from "~/contract/webhooks";
import type { UserActor } from "~/domain/identity/actor";
import { DEMO_OWNER_EMAIL } from "~/domain/identity/accounts.sql.server";
import { hideChecklist } from "~/domain/onboarding/checklist.sql.server";
import { createSubscription } from "~/domain/webhooks/subscriptions.server";
import { prisma, transaction } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { makeTenant, makeUser } from "~/testing/factory";
import type { Company } from "./companies";
import { setUp } from "./company-setup";
import { History } from "./make-history";
import type { Random } from "./random";
import {
  writeDeliveries,
  writeDuplicates,
  writeMessages,
  writeBookingsToLookAt,
  writePayments,
  writeWaitingList,
} from "./write-extras";
import { countDays, writeHistory } from "./write-history";

/** Description of the local receiver's endpoint. */
export const RECEIVER = "Local receiver";

/** Creates the owner of all companies. */
export async function makeOwner(
  company: Company,
  former: UserActor | undefined,
): Promise<UserActor> {
  const { name, slug, time_zone, locale, currency } = company;
  const owner = await makeTenant({
    name,
    slug,
    time_zone,
    locale,
    currency,
    ...(former === undefined && { owner_email: DEMO_OWNER_EMAIL }),
    owner_name: "Linde de Vries",
  });
  if (former === undefined) return owner;
  const { account_id, email } = former;
  const where = { tenant_id_id: { tenant_id: owner.tenant.id, id: owner.user_id } };
  await prisma.user.update({ where, data: { account_id } });
  await prisma.account.delete({ where: { id: owner.account_id } });
  return { ...owner, account_id, email };
}

/**
 * Creates staff, resources, services and 18 months of bookings; returns the webhook endpoint's
 * secret.
 */
export async function fillCompany(
  owner: UserActor,
  company: Company,
  random: Random,
  now: number,
  receiverUrl: string,
): Promise<string> {
  const { tenant } = owner;
  const { resources, services } = await setUp(owner, company, now);
  await hideChecklist(owner); // a year-old company has completed it
  const first = resources[0]!; // every company has resources
  const host = `${tenant.slug}.example`;
  await makeUser(owner, "staff", {
    email: `desk@${host}`,
    name: first.name,
    resource_ids: [first.id],
  });
  await makeUser(owner, "viewer", { email: `viewer@${host}`, name: "Night porter" });
  for (const [number, name] of ["Website", "Instagram"].entries())
    await prisma.widgetConfig.create({
      data: { tenant_id: tenant.id, id: newId(), name, is_default: number === 0 },
    });
  const failing = await createSubscription(owner, {
    url: receiverUrl,
    events: [...webhookEventTypes],
    changes: false,
    description: "Bookkeeping",
  });
  await prisma.webhookSubscription.updateMany({
    where: { tenant_id: tenant.id, id: failing.id },
    // Nothing listens there, and no name is resolved.
    data: { url: "http://127.0.0.1:9/webhooks" },
  });
  const healthy = await createSubscription(owner, {
    url: receiverUrl,
    events: [...webhookEventTypes],
    changes: false,
    description: RECEIVER,
  });
  const history = new History(tenant.id, company, random, now).fill(resources, services);
  await transaction(async (db) => {
    const part = { db, tenant, history, random, now };
    await writeHistory(db, tenant, resources, history, random, now);
    await writePayments(part);
    await writeMessages(part);
    await writeWaitingList(part, resources);
    await writeDuplicates(part);
    await writeBookingsToLookAt(part);
    await writeDeliveries(part, failing.id, true);
    await writeDeliveries(part, healthy.id, false);
    await countDays(db, tenant.id);
  });
  return healthy.secret;
}
