import { isDeepStrictEqual } from "node:util";
import type { NewHours } from "~/contract/hours";
import type { NewResource } from "~/contract/resources";
import type { SavedSchedule, Schedule, SchedulePatch } from "~/contract/schedules";
import { NO_TERMS, type ResourceTerms } from "~/contract/service-fields";
import type { NewUser } from "~/contract/users";
import { AppError } from "~/lib/app-error";
import { newId } from "~/lib/ids";
import type { StaffActor } from "../identity/actor";
import { planChange, type ScheduleChange } from "../schedules/plan-change.server";
import { getSchedules } from "../schedules/read-schedule.server";
import { saveChanges } from "../schedules/save-schedule.server";
import { addHours, newHours } from "../schedules/shared-hours.server";
import { findHours } from "../schedules/take-hours.server";
import { addInvitation } from "../users/invite-user.server";
import { addResource } from "./resources.server";

/** Whether a resource offers a service, and its own terms in it. */
export interface OfferedService {
  schedule_id: string;
  /** null: it doesn't offer the service. */
  terms: Pick<ResourceTerms, "duration_minutes" | "price_amount"> | null;
}

/**
 * Adds a resource to services, changes its terms in them, or removes it: all of them or none.
 * Throws not_found, validation_failed with paths below `services.<id>`.
 */
export function changeServices(
  actor: StaffActor,
  resourceId: string,
  services: readonly OfferedService[],
): Promise<SavedSchedule[]> {
  return saveChanges(actor, () => planServices(actor, resourceId, services));
}

export interface NewMember {
  resource: NewResource;
  services: readonly OfferedService[];
  /** Hours of their own; null: those of `resource`. */
  hours: NewHours | null;
  invitation: Omit<NewUser, "resource_ids"> | null;
}

/**
 * Creates a resource with its services, hours and the invitation of the person, in one transaction.
 * Throws like createResource, changeServices, createHours and inviteUser.
 */
export async function addMember(
  actor: StaffActor,
  { resource, services, hours, invitation }: NewMember,
): Promise<{ id: string }> {
  const id = newId();
  const own = hours && newHours(actor, hours);
  if (resource.hours_id !== null) await findHours(actor, resource.hours_id);
  await saveChanges(
    actor,
    () => planServices(actor, id, services, [id]),
    async (db) => {
      if (own !== null) await addHours(db, actor, own);
      await addResource(db, actor, { ...resource, hours_id: own?.id ?? resource.hours_id }, id);
      if (invitation === null) return;
      const seesAll = invitation.role === "admin";
      await addInvitation(db, actor, { ...invitation, resource_ids: seesAll ? [] : [id] });
    },
  );
  return { id };
}

/** The changes of the services that differ from what is stored. */
async function planServices(
  actor: StaffActor,
  resourceId: string,
  services: readonly OfferedService[],
  created: readonly string[] = [],
): Promise<ScheduleChange[]> {
  const stored = await getSchedules(
    actor,
    services.map(({ schedule_id }) => schedule_id),
  );
  const changes: ScheduleChange[] = [];
  for (const { schedule_id, terms } of services) {
    const before = stored.get(schedule_id)!; // getSchedules throws for one that is missing
    const patch = patchOf(before, resourceId, terms);
    if (patch === null) continue;
    try {
      changes.push(await planChange(actor, before, patch, created));
    } catch (error) {
      throw atService(error, before, resourceId, patch);
    }
  }
  return changes;
}

/** null: nothing changes. */
function patchOf(
  { resource_ids, resource_terms }: Schedule,
  resourceId: string,
  terms: OfferedService["terms"],
): Pick<SchedulePatch, "resource_ids" | "resource_terms"> | null {
  const isOffered = resource_ids.includes(resourceId);
  const ids = resource_ids.filter((id) => id !== resourceId);
  const others = resource_terms.filter(({ resource_id }) => resource_id !== resourceId);
  if (terms === null) return isOffered ? { resource_ids: ids, resource_terms: others } : null;
  const { resource_id: _id, ...before } =
    resource_terms.find(({ resource_id }) => resource_id === resourceId) ??
    ({ resource_id: resourceId, ...NO_TERMS } satisfies ResourceTerms);
  const after = { ...before, ...terms };
  if (isOffered && isDeepStrictEqual(before, after)) return null;
  const own = isDeepStrictEqual(after, NO_TERMS) ? [] : [{ resource_id: resourceId, ...after }];
  return { resource_ids: [...ids, resourceId], resource_terms: [...others, ...own] };
}

/** Names the service in the paths of a refusal, and in the message of one that is about all of it. */
function atService(
  error: unknown,
  { id, name }: Schedule,
  resourceId: string,
  { resource_terms = [] }: Pick<SchedulePatch, "resource_terms">,
): unknown {
  if (!(error instanceof AppError) || error.extra.issues === undefined) return error;
  const issues = error.extra.issues.map((issue) => {
    const [field, index, term] = issue.path.split(".");
    const isOwn =
      field === "resource_terms" && resource_terms[Number(index)]?.resource_id === resourceId;
    return isOwn && term !== undefined
      ? { ...issue, path: `services.${id}.${term}` }
      : { ...issue, path: `services.${id}`, message: `${name}: ${issue.message}` };
  });
  return new AppError(error.code, error.message, { ...error.extra, issues });
}
