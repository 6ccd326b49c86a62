import { ProviderError, type ProviderName } from "~/adapters/payments/port";
import { enqueue } from "~/jobs/queue.server";
import { pool, type Sql, transaction } from "~/lib/db.server";
import { log } from "~/lib/log.server";
import type { BookingRow } from "../bookings/read/booking-row";
import type { StoredCard } from "../card-on-file/card-terms";
import { activeConnections } from "./connections.sql.server";
import { requireProvider } from "./provider.server";
import { findOldCards, type OldCard, clearCard } from "./old-cards.sql.server";

/** Cards deleted per run. */
const MOST = 200;

/** Queues the deletion of a card at the provider, once this transaction commits. */
export async function forgetCard(
  db: Sql,
  tenant_id: string,
  { organization_id, customer_ref }: Pick<StoredCard, "organization_id" | "customer_ref">,
): Promise<void> {
  await enqueue("cards.forget", { tenant_id, organization_id, customer_ref }, { db });
}

/** Forgets the card that another one has replaced, and one that came too late to be kept. */
export async function forgetOtherCards(
  db: Sql,
  before: BookingRow,
  after: BookingRow,
  kept: StoredCard | null,
): Promise<void> {
  const now = after.card?.customer_ref;
  const others = [before.card, kept].filter((card) => card !== null);
  for (const card of others)
    if (card.customer_ref !== now) await forgetCard(db, after.tenant_id, card);
}

/**
 * The job: deletes a card at the provider. The account may be disconnected: then it is the company's
 * alone, and nothing can be done. Throws ProviderError, so that the job is retried.
 */
export async function deleteCard({
  tenant_id,
  organization_id,
  customer_ref,
}: {
  tenant_id: string;
  organization_id: string;
  customer_ref: string;
}): Promise<void> {
  const connections = await activeConnections(pool, tenant_id);
  const own = connections.find((one) => one.organization_id === organization_id);
  if (own !== undefined) await deleteAt(own.provider, organization_id, customer_ref);
}

async function deleteAt(provider: ProviderName, organization: string, ref: string): Promise<void> {
  try {
    await requireProvider(provider).deleteCard(organization, ref);
  } catch (error) {
    if (!(error instanceof ProviderError && error.is_definite)) throw error;
    log.warn({ code: error.code }, "a card on file could not be deleted at the provider");
  }
}

/** Forgets the cards of visits after which no fee can be charged any more. Returns how many. */
export async function forgetOldCards(): Promise<number> {
  const old = await findOldCards(MOST);
  for (const card of old) await transaction((db) => forget(db, card));
  return old.length;
}

async function forget(db: Sql, { tenant_id, id, card }: OldCard): Promise<void> {
  if (await clearCard(db, tenant_id, id)) await forgetCard(db, tenant_id, card);
}
