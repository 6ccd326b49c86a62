import type { Question } from "~/contract/schedules";
import type { WidgetConfig } from "~/contract/widget";
import { notFound } from "~/lib/app-error";
import { prisma } from "~/lib/db.server";
import type { KeyActor } from "../identity/actor";
import { refundTiers } from "../identity/policy";
import { assetUrl } from "../uploads/asset-url.server";

/** What the widget shows: the named configuration, else the key's, else the tenant's default, else plain defaults. Throws not_found. */
export async function readWidgetConfig(actor: KeyActor, configId: string | undefined): Promise<WidgetConfig> {
  const { tenant } = actor;
  const named = configId ?? actor.widget_config_id;
  const [config, { logo_asset_id }, resources, schedules] = await Promise.all([
    prisma.widgetConfig.findFirst({
      where: { tenant_id: tenant.id, ...(named === null ? { is_default: true } : { id: named }) },
    }),
    prisma.tenant.findUniqueOrThrow({ where: { id: tenant.id }, select: { logo_asset_id: true } }),
    prisma.resource.findMany({
      where: { tenant_id: tenant.id, active: true, schedules: { some: { schedule: { active: true } } } },
      orderBy: [{ position: "asc" }, { id: "asc" }],
      take: 200,
    }),
    prisma.schedule.findMany({
      where: { tenant_id: tenant.id, active: true, resources: { some: { resource: { active: true } } } },
      include: { resources: { select: { resource_id: true }, where: { resource: { active: true } } } },
      orderBy: [{ created_at: "asc" }, { id: "asc" }],
      take: 200,
    }),
  ]);
  if (config === null && named !== null) throw notFound();
  const { policy } = tenant;
  const urlOf = (assetId: string | null) => (assetId === null ? null : assetUrl(tenant.id, assetId));
  return {
    config: { id: config?.id ?? null },
    tenant: {
      name: tenant.name,
      slug: tenant.slug,
      logo_url: urlOf(logo_asset_id),
      time_zone: tenant.time_zone,
      locale: tenant.locale,
      currency: tenant.currency,
    },
    branding: { accent: null, theme: "auto", density: "comfortable", radius: 16, show_logo: true },
    locale: null,
    texts: {},
    steps: { phone: "optional", notes: "optional", choose_resource: true, waitlist: false },
    resources: resources.map(({ id, type, name, description, capacity, color, image_asset_id }) => ({
      id,
      type,
      name,
      description,
      capacity,
      image_url: urlOf(image_asset_id),
      color,
    })),
    // What has to be paid is offered only where somebody can be paid.
    schedules: schedules
      .filter((schedule) => tenant.takes_payments || !(schedule.requires_payment && schedule.price_amount))
      .map((schedule) => ({
        id: schedule.id,
        name: schedule.name,
        resource_ids: schedule.resources.map((link) => link.resource_id),
        duration_minutes: schedule.duration_minutes,
        time_zone: schedule.time_zone,
        price_amount: schedule.price_amount,
        currency: schedule.currency,
        max_party_size: schedule.max_party_size,
        requires_payment: schedule.requires_payment,
        requires_approval: schedule.requires_approval,
        min_notice_minutes: schedule.min_notice_minutes,
        max_advance_days: schedule.max_advance_days,
        questions: schedule.questions as Question[], // written through the contract's schema only
      })),
    questions: [],
    verification: "off",
    payment: "required",
    sandbox: false,
    policy: {
      cancel_window_minutes: policy.cancel_window_minutes,
      reschedule_window_minutes: policy.reschedule_window_minutes,
      refund_tiers: refundTiers(policy),
      hold_minutes: policy.hold_minutes,
    },
    policy_text: null,
    terms_url: null,
    success_url: null,
  };
}
