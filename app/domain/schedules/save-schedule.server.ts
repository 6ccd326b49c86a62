import sql from "sql-template-tag";
import type { Schedule, SchedulePatch } from "~/contract/schedules";
import { AppError } from "~/lib/app-error";
import { clock } from "~/lib/clock";
import { bulkPool, prisma } from "~/lib/db.server";
import { addDays, localDateOf } from "~/lib/time";
import type { Prisma } from "../../../prisma/generated/client";
import { auditRow, changedFields } from "../audit/write-audit.server";
import type { StaffActor } from "../identity/actor";
import { whyUnpayable } from "../payments/payable.server";
import { changedSpan } from "./changed-span";
import { horizonOf, lastDateOf } from "./fill-slots.server";
import { checkRoomForSchedule } from "./room-for-schedules.server";
import { toSchedule, WITH_RESOURCES } from "./schedule-row";
import { hoursOf } from "./stored-hours";

type Changes = Omit<SchedulePatch, "dry_run" | "version">;

/** How long a save may wait for the bookings of its resources. */
const WAIT_MS = 20_000;

/**
 * Writes the changes of a schedule. Where its times may be others now, they are pending from this moment on and none can be booked until
 * they are made; the caller sees to that. `version`: refused with version_conflict where it has another by now.
 */
export async function saveSchedule(
  actor: StaffActor,
  seen: Schedule,
  changes: Changes,
  version?: number,
): Promise<void> {
  const tenant_id = actor.tenant.id;
  const where = { tenant_id_id: { tenant_id, id: seen.id } };
  const { resource_ids, ...fields } = changes;
  await prisma.$transaction(
    async (tx) => {
      // Behind the bookings of these resources, so that none that is on its way sees the hours that go.
      const ids = [...new Set([...seen.resource_ids, ...(resource_ids ?? [])])];
      await tx.$executeRaw`
        update resource set slots_version = slots_version + 1 where tenant_id = ${tenant_id}::uuid and id in (
          select id from resource where tenant_id = ${tenant_id}::uuid and id = any(${ids}::uuid[]) order by id for no key update)`;
      const { questions } = fields;
      if (questions !== undefined) await checkRoomForSchedule(tx, tenant_id, { id: seen.id, questions });
      const before = toSchedule(await tx.schedule.findUniqueOrThrow({ where, include: WITH_RESOURCES }));
      if (version !== undefined && before.version !== version) throw changedMeanwhile();
      // What was in the way of its former price is not in the way of this one, as far as is known.
      const isPricedAnew = [fields.price_amount, fields.currency, fields.requires_payment].some(
        (one) => one !== undefined,
      );
      const data = {
        ...scheduleColumns(fields),
        ...{ plan_version: { increment: 1 }, version: { increment: 1 } },
        ...(isPricedAnew && { unpayable: whyUnpayable({ ...before, ...fields }) }),
      };
      const after = toSchedule(await tx.schedule.update({ where, data, include: WITH_RESOURCES }));
      await moveLinks(tx, tenant_id, before, { ...after, resource_ids: resource_ids ?? before.resource_ids });
      const diff = changedFields(before, changes);
      const entry = { action: "schedule.updated", entity: "schedule", entity_id: seen.id, diff };
      await tx.auditRow.create({ data: auditRow(actor, entry) });
    },
    { timeout: WAIT_MS },
  );
  if (fields.price_amount !== undefined || fields.currency !== undefined) await priceSlots(tenant_id, seen);
}

export const changedMeanwhile = () =>
  new AppError("version_conflict", "Someone else has changed this service. Compare, and save again.");

/** A schedule's fields as Prisma takes them. */
export function scheduleColumns(fields: Omit<Changes, "resource_ids">) {
  const date = (value: string | null | undefined) => (value ? new Date(`${value}T00:00:00Z`) : value);
  return { ...fields, valid_from: date(fields.valid_from), valid_to: date(fields.valid_to) };
}

/** The schedule's resources become those it has now; each one's times are pending where they may differ. */
async function moveLinks(
  tx: Prisma.TransactionClient,
  tenantId: string,
  before: Schedule,
  after: Schedule,
): Promise<void> {
  const whole = horizonOf(after);
  await tx.$executeRaw`delete from schedule_resource
    where tenant_id = ${tenantId}::uuid and schedule_id = ${after.id}::uuid and resource_id <> all(${after.resource_ids}::uuid[])`;
  await tx.$executeRaw`
    insert into schedule_resource (tenant_id, schedule_id, resource_id, pending_from, pending_until)
    select ${tenantId}::uuid, ${after.id}::uuid, id, ${new Date(whole.from)}::timestamptz, ${new Date(whole.to)}::timestamptz
    from unnest(${after.resource_ids}::uuid[]) id on conflict do nothing`;
  // Slots may lie beyond a horizon that has become shorter.
  const last = [lastDateOf(before), lastDateOf(after)].sort().at(-1)!; // one of two
  const first = addDays(localDateOf(clock.now(), after.time_zone), -2);
  const plan = (schedule: Schedule) => ({ ...hoursOf(schedule), max_advance_days: schedule.max_advance_days });
  const span = changedSpan(plan(before), plan(after), first, addDays(last, 1), lastDateOf(before));
  if (span === null || span.to <= whole.from) return;
  const [from, to] = [new Date(Math.max(span.from, whole.from)), new Date(span.to)];
  await tx.$executeRaw`
    update schedule_resource set pending_from = least(pending_from, ${from}::timestamptz),
      pending_until = greatest(pending_until, ${to}::timestamptz)
    where tenant_id = ${tenantId}::uuid and schedule_id = ${after.id}::uuid`;
}

/** A new price is that of all seats that are free, whoever else has booked the same time. No step holds bookings up. */
async function priceSlots(tenantId: string, { id }: Schedule): Promise<void> {
  const step = sql`
    update slot s set price_amount = sc.price_amount, currency = sc.currency from schedule sc -- but where it has a price of its own
    where s.tenant_id = ${tenantId} and sc.tenant_id = ${tenantId} and sc.id = ${id} and s.id in (
      select o.id from slot o join schedule p on p.tenant_id = ${tenantId} and p.id = ${id}
      where o.tenant_id = ${tenantId} and o.schedule_id = ${id} and o.starts_at > now()
        and o.own_price_amount is null and (o.origin = 'generated' or o.follows_schedule)
        and (o.price_amount, o.currency) is distinct from (p.price_amount, p.currency) limit 1000)`;
  for (let changed = 1; changed > 0;) changed = (await bulkPool.query(step)).rowCount ?? 0;
  await bulkPool.query(sql`update resource set slots_version = slots_version + 1 where tenant_id = ${tenantId} and id in (
    select resource_id from schedule_resource where tenant_id = ${tenantId} and schedule_id = ${id})`);
}
