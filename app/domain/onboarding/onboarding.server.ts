import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import {
  type OnboardingState,
  type OnboardingStep,
  requiredSteps,
  type SaveOnboarding,
} from "~/contract/onboarding";
import { newServiceFields } from "~/contract/service-fields";
import { AppError, invalidField } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { prisma } from "~/lib/db.server";
import { toRfc3339 } from "~/lib/time";
import { auditRow } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { createResource, getResource, updateResource } from "../resources/resources.server";
import { createSchedule, getSchedule, updateSchedule } from "../schedules/schedules.server";
import { getTenantProfile, updateTenant } from "../tenants/tenant-profile.server";
import { makeOrChange } from "./make-or-change.server";
import { readSetUpResources } from "./set-up-resources.server";
import { writeStored, readStored, reserveId } from "./stored-onboarding.sql.server";

const STEPS: OnboardingStep[] = ["company", "resource", "schedule", "widget", "payments", "done"];

/**
 * The progress of the onboarding. Resources and schedules count wherever they were created; data
 * has the onboarding's own, else the first.
 */
export async function readOnboarding(actor: StaffActor): Promise<OnboardingState> {
  const tenant_id = actor.tenant.id;
  const [stored, company, resources, schedules] = await Promise.all([
    readStored(tenant_id),
    getTenantProfile(actor),
    prisma.resource.findMany({
      where: { tenant_id },
      select: { id: true },
      orderBy: { id: "asc" },
      take: 50,
    }),
    prisma.schedule.findMany({
      where: { tenant_id, active: true },
      select: { id: true },
      orderBy: { id: "asc" },
      take: 50,
    }),
  ]);
  const [resourceId, scheduleId] = [
    ownOrFirst(resources, stored.resource_id),
    ownOrFirst(schedules, stored.schedule_id),
  ];
  const [resource, schedule] = await Promise.all([
    resourceId === null ? null : getResource(actor, resourceId),
    scheduleId === null ? null : getSchedule(actor, scheduleId),
  ]);
  const done: Record<OnboardingStep, boolean> = {
    company: !stored.unnamed,
    resource: resource !== null,
    schedule: schedule !== null,
    widget: stored.widget === "completed",
    payments: stored.payments === "completed",
    done: stored.completed_at !== undefined,
  };
  const completed = STEPS.filter((step) => done[step]);
  const skipped = (["widget", "payments"] as const).filter((step) => stored[step] === "skipped");
  const ahead = STEPS.find(
    (step) => !completed.includes(step) && !skipped.some((other) => other === step),
  );
  return {
    current_step: ahead ?? "done",
    completed,
    skipped,
    data: { company, resource, schedule },
  };
}

function ownOrFirst(rows: { id: string }[], ownId: string | undefined): string | null {
  return (rows.find(({ id }) => id === ownId) ?? rows[0])?.id ?? null;
}

/**
 * Saves a step; repeating it updates its record. Throws validation_failed (a schedule without a
 * resource, or as for the step's record), already_exists (the slug is another company's).
 */
export async function saveOnboardingStep(
  actor: StaffActor,
  input: SaveOnboarding,
): Promise<OnboardingState> {
  const tenantId = actor.tenant.id;
  if (input.step === "company") {
    await updateTenant(actor, input.data);
    await writeStored(tenantId, { unnamed: false });
  } else if (input.step === "resource") {
    const id = await reserveId(tenantId, "resource_id");
    const isThere = (await prisma.resource.count({ where: { tenant_id: tenantId, id } })) > 0;
    const change = () => updateResource(actor, id, input.data);
    const rest = {
      meta: {},
      active: true,
      hours_id: null,
      image_asset_id: null,
      position: 0,
      color: null,
    };
    await makeOrChange(
      isThere,
      () => createResource(actor, { ...rest, ...input.data }, id),
      change,
    );
  } else if (input.step === "schedule") await saveSchedule(actor, input.data);
  else await writeStored(tenantId, { [input.step]: input.data.skip ? "skipped" : "completed" });
  return readOnboarding(actor);
}

async function saveSchedule(
  actor: StaffActor,
  data: Extract<SaveOnboarding, { step: "schedule" }>["data"],
): Promise<void> {
  const tenantId = actor.tenant.id;
  const offered = (await readSetUpResources(tenantId)).map((resource) => resource.id);
  if (offered.length === 0) throw invalidField("step", 'Complete the step "resource" first.');
  const id = await reserveId(tenantId, "schedule_id");
  const isThere = (await prisma.schedule.count({ where: { tenant_id: tenantId, id } })) > 0;
  const make = () => createSchedule(actor, { ...data, hours_id: null, resource_ids: offered }, id);
  // Adds its resource again if that was deleted.
  const change = async () => {
    const { resource_ids } = await getSchedule(actor, id);
    const again = resource_ids.length === 0 ? { resource_ids: offered, active: true } : {};
    await updateSchedule(actor, id, { ...named(data), ...again });
  };
  await makeOrChange(isThere, make, change);
}

/** The defaults of a service's fields other than hours and terms. */
const UNSAID = z.object(newServiceFields).parse({});

/** Drops fields with default values: fields missing from the step must not reset the service. */
function named<T extends object>(data: T): T {
  const isUnsaid = ([name, value]: [string, unknown]) =>
    name in UNSAID && isDeepStrictEqual(value, UNSAID[name as keyof typeof UNSAID]);
  return Object.fromEntries(Object.entries(data).filter((entry) => !isUnsaid(entry))) as T; // without some optional fields of a patch
}

/**
 * Completes the onboarding; remaining steps count as skipped. Idempotent. Throws validation_failed
 * with details.missing.
 */
export async function completeOnboarding(actor: StaffActor): Promise<OnboardingState> {
  const { completed, skipped } = await readOnboarding(actor);
  const missing = requiredSteps.filter((step) => !completed.includes(step));
  if (missing.length > 0)
    throw new AppError(
      "validation_failed",
      `Nobody can book yet. Still missing: ${missing.join(", ")}.`,
      {
        details: { missing },
      },
    );
  if (completed.includes("done")) return readOnboarding(actor);
  const left = (["widget", "payments"] as const).filter(
    (step) => ![...completed, ...skipped].includes(step),
  );
  await writeStored(actor.tenant.id, {
    ...Object.fromEntries(left.map((step) => [step, "skipped"])),
    completed_at: toRfc3339(clock.now()),
  });
  const entry = { action: "onboarding.completed", entity: "tenant", entity_id: actor.tenant.id };
  await prisma.auditRow.create({ data: auditRow(actor, entry) });
  return readOnboarding(actor);
}
