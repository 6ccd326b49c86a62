import { isDeepStrictEqual } from "node:util";
import type { Hours } from "~/contract/hours";
import type { SavedSchedule, Schedule, SchedulePatch } from "~/contract/schedules";
import { AppError, notFound } from "~/lib/app-error";
import { pool } from "~/lib/db.server";
import { changedFields } from "../audit/changed-fields";
import { mayUseResource, type StaffActor } from "../identity/actor";
import { checkTimesPayable } from "../payments/payable.server";
import { readLimits } from "../hours/read-limits.server";
import { checkAsset } from "../uploads/check-asset.server";
import type { Span } from "./changed-span";
import { type ChangedLink, ChangedTimes, LimitedHours } from "./changed-times";
import { checkFeesPayable, checkPricesPayable, hasPrice } from "./check-prices.server";
import { checkResources, checkSchedule } from "./check-schedule.server";
import { horizonOf } from "./fill-slots.server";
import { outsideOf } from "./outside-bookings.server";
import { takeHours } from "./take-hours.server";
import { checkRoomForSchedule } from "./room-for-schedules.sql.server";
import { checkRoomForPlan } from "./room-for-slots.server";

/**
 * A planned change of a schedule; nothing is written yet. A preview shows it, `saveChange` applies
 * it.
 */
export interface ScheduleChange {
  /** The version it was planned from. */
  before: Schedule;
  after: Schedule;
  patch: Omit<SchedulePatch, "dry_run">;
  /** The fields to write: those of the patch, and the currency that goes with the price. */
  fields: Omit<SchedulePatch, "dry_run" | "version">;
  /** No changes. */
  is_empty: boolean;
  /** The spans of times to be created, changed or removed, by resource; all other times stay. */
  changed: ChangedLink[];
  /** The shared hours it takes, with the version they were read at; null: it has its own. */
  hours: Pick<Hours, "id" | "version"> | null;
  /** The whole future of `after`, for a resource that is added. */
  horizon: Span;
  /** The first upcoming bookings outside the new hours or resources, by start. */
  outside_bookings: SavedSchedule["outside_bookings"];
}

/**
 * Plans a change of the schedule `before`, which this person may see. Throws not_found (one of its
 * resources is outside their scope), validation_failed, version_conflict (the patch is based on
 * another version). `created`: resources that are created in the transaction that saves the change.
 */
export async function planChange(
  actor: StaffActor,
  before: Schedule,
  patch: Omit<SchedulePatch, "dry_run">,
  created: readonly string[] = [],
): Promise<ScheduleChange> {
  const tenant_id = actor.tenant.id;
  const { version, ...named } = patch;
  // Drops undefined fields.
  const given = Object.fromEntries(
    Object.entries(named).filter(([, value]) => value !== undefined),
  ) as typeof named;
  if (version !== undefined && version !== before.version)
    throw new AppError(
      "version_conflict",
      "Someone else has changed this service. Compare, and save again.",
    );
  const { changes: wishes, hours } = await takeHours(actor, before, given);
  const changes = withoutUnpaidDeposit(before, wishes);
  const wanted = { ...before, ...changes };
  // Removing a resource removes its terms; removing the last price removes the currency.
  if (changes.resource_terms === undefined)
    wanted.resource_terms = wanted.resource_terms.filter(({ resource_id }) =>
      wanted.resource_ids?.includes(resource_id),
    );
  const complete = wanted as Schedule; // parsed by the contract
  const currency = hasPrice(complete)
    ? (wanted.currency ?? actor.tenant.currency)
    : (changes.currency ?? null);
  const checked = { ...complete, currency };
  const stored = changes.resource_ids?.filter((id) => !created.includes(id));
  await checkChange(actor, before, checked, { ...changes, resource_ids: stored });
  const after = { ...checked, resource_terms: termsInOrder(checked.resource_terms) };
  const fields = { ...changes, currency };
  return {
    before,
    after,
    patch,
    fields,
    hours,
    is_empty: Object.keys(changedFields(before, inOrder(fields))).length === 0,
    changed: await new ChangedTimes().of(
      { schedule: before, hours: new LimitedHours(null) },
      { schedule: after, hours: new LimitedHours(null) },
    ),
    horizon: horizonOf(after),
    outside_bookings: await outsideOf(
      tenant_id,
      after,
      new LimitedHours(await readLimits(tenant_id, after.resource_ids)),
    ),
  };
}

/** Without payment there is no deposit either, unless the change names one (checkTerms refuses it). */
const withoutUnpaidDeposit = (
  before: Schedule,
  changes: ScheduleChange["fields"],
): ScheduleChange["fields"] =>
  changes.requires_payment === false && changes.deposit === undefined && before.deposit !== null
    ? { ...changes, deposit: null }
    : changes;

/** Throws not_found, validation_failed. */
async function checkChange(
  actor: StaffActor,
  before: Schedule,
  after: Schedule,
  { resource_ids, questions, image_asset_id }: ScheduleChange["fields"],
): Promise<void> {
  checkSchedule(after);
  if (image_asset_id) await checkAsset(pool, actor.tenant.id, "image_asset_id", image_asset_id);
  const asksAnew =
    asksForMoney(after) && ASKING.some((name) => !isDeepStrictEqual(after[name], before[name]));
  if (asksAnew) checkPricesPayable(after);
  if (!isDeepStrictEqual(after.card_on_file, before.card_on_file))
    checkFeesPayable(after, actor.tenant.currency);
  const isOtherDeposit =
    after.deposit !== null && !isDeepStrictEqual(after.deposit, before.deposit);
  if (asksAnew && (!asksForMoney(before) || isOtherDeposit))
    await checkTimesPayable(pool, actor.tenant.id, { ...before, deposit: after.deposit });
  if (!before.resource_ids.every((resource) => mayUseResource(actor, resource)))
    throw notFound("Schedule", before.id);
  if (resource_ids !== undefined) await checkResources(actor, resource_ids);
  if (questions !== undefined)
    await checkRoomForSchedule(pool, actor.tenant.id, { id: after.id, questions });
  await checkRoomForPlan(actor.tenant.id, after);
}

/**
 * The fields that decide whether guests can pay for a service online. A service saved before this
 * check existed can still change its other fields.
 */
const ASKING = [
  "price_amount",
  "currency",
  "requires_payment",
  "deposit",
  "length_options",
  "peak_prices",
  "resource_terms",
] as const;

const asksForMoney = ({
  requires_payment,
  price_amount,
}: Pick<Schedule, "requires_payment" | "price_amount">): boolean =>
  requires_payment && Boolean(price_amount);

/** Resources and their terms are sets, kept in order of the resources' ids. */
function inOrder<T extends Pick<ScheduleChange["fields"], "resource_ids" | "resource_terms">>(
  changes: T,
): T {
  const { resource_ids, resource_terms } = changes;
  return {
    ...changes,
    ...(resource_ids !== undefined && { resource_ids: resource_ids.toSorted() }),
    ...(resource_terms !== undefined && { resource_terms: termsInOrder(resource_terms) }),
  };
}

const termsInOrder = (terms: Schedule["resource_terms"]): Schedule["resource_terms"] =>
  terms.toSorted((a, b) => (a.resource_id < b.resource_id ? -1 : 1));
