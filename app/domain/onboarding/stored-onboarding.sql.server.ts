import sql from "sql-template-tag";
import { z } from "zod";
import { pool, prisma } from "~/lib/db.server";
import { newId } from "~/lib/ids";
import { MAX_NAMES } from "../resources/name-lines";
import { businessKinds } from "./business-kinds";
import { checklistItems } from "./checklist";

/** The JSON in tenant.onboarding: what cannot be derived from the tenant's other records. */
export const StoredOnboarding = z.object({
  /** Created with a guessed name, for a new person from an identity provider. */
  unnamed: z.boolean().default(false),
  /** Chosen in the onboarding pages; absent for companies created over the API. */
  kind: z.enum(businessKinds).optional(),
  /**
   * The records of the steps: ids reserved in advance, so that a step sent twice creates one
   * record.
   */
  resource_id: z.string().optional(),
  more_resource_ids: z.array(z.string()).default([]),
  schedule_id: z.string().optional(),
  widget: z.enum(["completed", "skipped"]).optional(),
  payments: z.enum(["completed", "skipped"]).optional(),
  completed_at: z.string().optional(),
  /** The checklist on Today: skipped items, and whether it is hidden. */
  not_needed: z.array(z.enum(checklistItems)).default([]),
  checklist_hidden: z.boolean().default(false),
});
export type StoredOnboarding = z.infer<typeof StoredOnboarding>;

export async function readStored(tenantId: string): Promise<StoredOnboarding> {
  const { onboarding } = await prisma.tenant.findUniqueOrThrow({
    where: { id: tenantId },
    select: { onboarding: true },
  });
  return StoredOnboarding.parse(onboarding);
}

export async function writeStored(
  tenantId: string,
  part: Partial<StoredOnboarding>,
): Promise<void> {
  await pool.query(
    sql`update tenant set onboarding = onboarding || ${JSON.stringify(part)}::jsonb where id = ${tenantId}`,
  );
}

/** Reserves the id of a step's record: the first one stored wins. */
export async function reserveId(
  tenantId: string,
  name: "resource_id" | "schedule_id",
): Promise<string> {
  const settled = await pool.query<{ id: string }>(
    sql`update tenant set onboarding = ${JSON.stringify({ [name]: newId() })}::jsonb || onboarding
        where id = ${tenantId} returning onboarding ->> ${name} as id`,
  );
  return settled.rows[0]!.id; // the actor's own tenant, and set above
}

/** The same for a step's resources: as many ids as one step may name, in order. */
export async function reserveResourceIds(tenantId: string): Promise<string[]> {
  const ids = {
    resource_id: newId(),
    more_resource_ids: Array.from({ length: MAX_NAMES - 1 }, () => newId()),
  };
  const settled = await pool.query<{ first: string; more: string[] }>(
    sql`update tenant set onboarding = ${JSON.stringify(ids)}::jsonb || onboarding where id = ${tenantId}
        returning onboarding ->> 'resource_id' as first, onboarding -> 'more_resource_ids' as more`,
  );
  const { first, more } = settled.rows[0]!; // the actor's own tenant, and set above
  return [first, ...more];
}
