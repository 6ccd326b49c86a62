import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { CAPACITY, type Dataset, resourcesOf, SLOT_MINUTES, SLOTS_PER_RESOURCE } from "./dataset";

const PACKAGES = ["payload-reserve@4.4.2", "payload@3.90.2", "@payloadcms/db-postgres@3.90.2"];
/** Every two hours from 08:00, on so many days. */
const DAYS = 25;
const FIRST_DAY = 2;

/** Why the optional peer can't be measured, and how to fix it; null if it can. */
export function whyNoPeer(folder: string): string | null {
  if (folder !== "" && existsSync(join(folder, "node_modules/payload-reserve/package.json")))
    return null;
  return `payload-reserve is not installed, so it is not measured. In an empty folder: npm install --no-save ${PACKAGES.join(" ")}; then --peer=FOLDER.`;
}

/** Numbers start at 1: resource r of the dataset is the peer's r + 1. */
export const PEER_SERVICE = 1;

/** The start of a resource's i-th slot, of SLOTS_PER_RESOURCE. */
export function peerStart({ base }: Pick<Dataset, "base">, i: number): string {
  const day = FIRST_DAY + (i % DAYS);
  return new Date(
    Date.parse(base) + (day * 24 + 2 * Math.floor(i / DAYS)) * 3_600_000,
  ).toISOString();
}

/** Inserts as many resources, seats and bookings as the dataset has into the peer's tables. */
export async function seedPeer(databaseUrl: string, dataset: Dataset): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const last = resourcesOf(dataset);
  const perSlot = dataset.slots / dataset.bookings;
  const statements = [
    `insert into services (id, name, duration) values (${PEER_SERVICE}, 'Visit', ${SLOT_MINUTES})`,
    `insert into resources (id, name, quantity) select r, 'Resource ' || r, ${CAPACITY} from generate_series(1, ${last}) r`,
    `insert into resources_rels ("order", parent_id, path, services_id) select 1, r, 'services', ${PEER_SERVICE} from generate_series(1, ${last}) r`,
    `insert into schedules (id, name, resource_id) select r, 'Hours', r from generate_series(1, ${last}) r`,
    `insert into schedules_recurring_slots (_order, _parent_id, id, day, start_time, end_time)
     select 1, r, r || day, day::enum_schedules_recurring_slots_day, '08:00', '20:00'
     from generate_series(1, ${last}) r, unnest('{mon,tue,wed,thu,fri,sat,sun}'::text[]) day`,
    `insert into reservations (service_id, resource_id, guest_name, guest_email, start_time, end_time, status, guest_count)
     select ${PEER_SERVICE}, n / ${SLOTS_PER_RESOURCE} + 1, 'Guest ' || b, 'guest.' || b || '@web.example', at, at + interval '${SLOT_MINUTES} minutes', 'confirmed', 1
     from generate_series(0, ${dataset.bookings - 1}) b, lateral (select (b::bigint * ${perSlot})::int as n) x,
       lateral (select '${dataset.base}'::timestamptz + (${FIRST_DAY} + n % ${SLOTS_PER_RESOURCE} % ${DAYS}) * interval '1 day'
         + n % ${SLOTS_PER_RESOURCE} / ${DAYS} * interval '2 hours' as at) y`,
    "vacuum (analyze)",
  ];
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
