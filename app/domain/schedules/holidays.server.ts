import { resolve } from "node:path";
import { LRUCache } from "lru-cache";
import type { HolidayQuery, Holidays } from "~/contract/hours";
import { invalidField } from "~/lib/app-error";
import { wholeList } from "~/lib/cursor.server";
import { prisma } from "~/lib/db.server";
import { FairLimiter } from "~/lib/fair-limiter";
import { LimitedProcess } from "~/lib/limited-process.server";
import { dateOf } from "../hours/hours-row";
import type { StaffActor } from "../identity/actor";

/** Names by code of a country or region, or by date. */
type Names = Record<string, string>;
type Task =
  | { kind: "countries" }
  | { kind: "regions"; country: string }
  | ({ kind: "holidays" } & HolidayQuery);

const worker = new LimitedProcess<Task, Names>({
  script: resolve("app/domain/schedules/holiday-worker.mjs"),
  milliseconds: 5_000,
  megabytes: 256,
});
const turns = new FairLimiter({ at_once: 1 });
/** They depend on the package's data alone. */
const computed = new LRUCache<string, Names>({ max: 1_000 });

/** Computed once for all companies, in turns. */
async function compute({ tenant }: StaffActor, task: Task): Promise<Names> {
  const key = JSON.stringify(task);
  const names =
    computed.get(key) ??
    (await turns.run(tenant.id, async () => computed.get(key) ?? (await worker.run(task))));
  computed.set(key, names);
  return names;
}

/** Countries with known holidays, ISO 3166-1, with their English names. */
export const holidayCountries = (actor: StaffActor): Promise<Names> =>
  compute(actor, { kind: "countries" });

/** The regions of a country with regional holidays, by their code without the country's. */
export const holidayRegions = (actor: StaffActor, country: string): Promise<Names> =>
  compute(actor, { kind: "regions", country });

/**
 * The public holidays of a year by date, in the country's own language. Throws validation_failed
 * for an unknown country or region.
 */
export async function listHolidays(
  actor: StaffActor,
  { country, region, year }: HolidayQuery,
): Promise<Holidays> {
  if (!Object.hasOwn(await holidayCountries(actor), country))
    throw invalidField("country", "Holidays of this country are not known.", "unknown");
  if (region !== undefined && !Object.hasOwn(await holidayRegions(actor, country), region))
    throw invalidField("region", "This country has no such region.", "unknown");
  const names = await compute(actor, { kind: "holidays", country, region, year });
  const closed = await prisma.closedDay.findMany({
    where: {
      tenant_id: actor.tenant.id,
      date: { in: Object.keys(names).map((date) => new Date(date)) },
    },
    select: { date: true },
  });
  const isClosed = new Set(closed.map(({ date }) => dateOf(date)));
  return wholeList(
    Object.entries(names).map(([date, name]) => ({ date, name, closed: isClosed.has(date) })),
  );
}
