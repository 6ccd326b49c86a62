import type { ApiKey } from "~/contract/api-keys";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import type { StaffActor } from "../identity/actor";

/** The number of resources or schedules a configuration may name. */
const MAX_CHOICES = 200;

export type WidgetKey = Pick<
  ApiKey,
  "id" | "name" | "prefix" | "last4" | "is_base" | "widget_config_id"
>;

/**
 * The active publishable keys: those bound to a configuration, and those that use the one named by
 * a page, or the default.
 */
export async function listWidgetKeys(actor: StaffActor): Promise<WidgetKey[]> {
  return prisma.apiKey.findMany({
    where: {
      tenant_id: actor.tenant.id,
      kind: "publishable",
      revoked_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: new Date(clock.now()) } }],
    },
    select: {
      id: true,
      name: true,
      prefix: true,
      last4: true,
      is_base: true,
      widget_config_id: true,
    },
    orderBy: { id: "asc" },
    take: MAX_CHOICES,
  });
}

/** The choices of a widget: active services and resources, and those it offers already. */
export async function listWidgetChoices(
  actor: StaffActor,
  offered: { schedule_ids: string[] | null; resource_ids: string[] | null },
) {
  const of = (ids: string[] | null) => ({
    where: { tenant_id: actor.tenant.id, OR: [{ active: true }, { id: { in: ids ?? [] } }] },
    select: { id: true, name: true, active: true },
    take: MAX_CHOICES,
  });
  const [schedules, resources] = await Promise.all([
    prisma.schedule.findMany({
      ...of(offered.schedule_ids),
      orderBy: [{ created_at: "asc" }, { id: "asc" }],
    }),
    prisma.resource.findMany({
      ...of(offered.resource_ids),
      orderBy: [{ position: "asc" }, { id: "asc" }],
    }),
  ]);
  return { schedules, resources };
}
