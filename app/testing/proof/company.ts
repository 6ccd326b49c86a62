import { slotsOf } from "../booking-calls";
import { makeKey, makeResource, makeSchedule, makeSecretKey, makeTenant } from "../factory";
import type { UserActor } from "~/domain/identity/actor";

/** A company whose slots have this many seats, and its clients' keys. */
export interface Company {
  owner: UserActor;
  tenant_id: string;
  key: string;
  secret: string;
  seats: number;
  slots: string[];
}

/**
 * From the third day, so that no slot starts before the end of the proof, even with the clock an
 * hour ahead.
 */
const FIRST_DAY_MS = 2 * 86_400_000;

/** Rooms with `seats` seats, and the first `times` slots of each. */
export async function makeCompany(rooms: number, seats: number, times: number): Promise<Company> {
  const owner = await makeTenant();
  const slots: string[] = [];
  for (let room = 0; room < rooms; room++) {
    const { id } = await makeResource(owner, { capacity: seats });
    const schedule = await makeSchedule(owner, [id]);
    const later = (await slotsOf(schedule.id)).filter(
      ({ starts_at }) => +starts_at > Date.now() + FIRST_DAY_MS,
    );
    if (later.length < times) throw new Error(`There are only ${later.length} slots.`);
    slots.push(...later.slice(0, times).map(({ id: slot }) => slot));
  }
  const [key, secret] = [await makeKey(owner), await makeSecretKey(owner)];
  return { owner, tenant_id: owner.tenant.id, key, secret, seats, slots };
}

/** Each slot repeated, in a seeded random order. */
export function shuffled<T>(list: readonly T[], times: number, random: () => number): T[] {
  const all = Array.from({ length: times }, () => list).flat();
  for (let index = all.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other]!, all[index]!];
  }
  return all;
}
