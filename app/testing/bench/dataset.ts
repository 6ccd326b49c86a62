import { createHash } from "node:crypto";
import { type KeyPrefix, writeKey } from "~/domain/api-keys/key-format";

/**
 * Contents of one benchmark database. All ids are computed from numbers, so the load generator
 * needs no lookup.
 */
export interface Dataset {
  /** Also the name of its database. */
  name: string;
  slots: number;
  tenants: number;
  bookings: number;
  /** ISO instant of the first slot of every resource. */
  base: string;
  /** Seats of each hot slot. */
  hot_capacity: number;
  /**
   * Its slots are inserted directly. Its schedules have no hours, so a worker would remove or close
   * them.
   */
  has_worker: boolean;
  /** Adds the company whose dashboard is measured and those that only watch; see desk.ts. */
  has_desk: boolean;
}

export const SLOTS_PER_RESOURCE = 100;
/** 100 slots in 31 days. */
export const STEP_MINUTES = 445;
export const SLOT_MINUTES = 60;
export const CAPACITY = 50;
/** Additional resources with one slot of many seats each, one per hot-slot measurement. */
export const HOT_SLOTS = 1024;
export const HOT_CAPACITY = 500;
/** Seats of the slot that sells out. */
export const SALE_SEATS = 30;
/** Rows of the counter table that bookings are compared with. */
export const COUNTERS = 100_000;
/** Keys of a single tenant; with many tenants each has one of each kind. */
const KEYS = { publishable: 200, secret: 200 };

const DIGIT = {
  tenant: 1,
  resource: 2,
  schedule: 3,
  slot: 4,
  customer: 5,
  booking: 6,
  event: 7,
  key: 8,
  hot: 9,
} as const;
export type Kind = keyof typeof DIGIT;

/** The id of the n-th record of a kind: a UUID that increases with n, like version 7. */
export function idOf(kind: Kind, n: number): string {
  return `0190000${DIGIT[kind]}-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** The same in SQL, from an integer expression. */
export function sqlIdOf(kind: Kind, n: string): string {
  return `('0190000${DIGIT[kind]}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
}

export const resourcesOf = ({ slots }: Dataset): number => slots / SLOTS_PER_RESOURCE;

export function resourcesPerTenant(dataset: Dataset): number {
  return Math.max(1, Math.ceil(resourcesOf(dataset) / dataset.tenants));
}

export function tenantOf(dataset: Dataset, resource: number): number {
  return Math.floor(resource / resourcesPerTenant(dataset));
}

export function keysPerTenant({ tenants }: Dataset, kind: keyof typeof KEYS): number {
  return tenants === 1 ? KEYS[kind] : 1;
}

/** The text of a key of tenant `tenant`; `n` is below keysPerTenant. */
export function keyText(prefix: KeyPrefix, tenant: number, n: number): string {
  const body = createHash("sha256").update(`${prefix}${tenant}/${n}`).digest("hex").slice(0, 32);
  return writeKey(prefix, body);
}

/** The start of the i-th slot of any resource. */
export function slotStart({ base }: Pick<Dataset, "base">, i: number): Date {
  return new Date(Date.parse(base) + i * STEP_MINUTES * 60_000);
}

export const FIRST_NAMES =
  "Anna Bram Chiara Daan Emma Finn Greta Hugo Iris Jonas Kaja Luuk Mila Noah Olivia Pim".split(" ");
const FAMILY = {
  start: "Ja Be Ko Va Mu Sche Wi De Ro Ha Li To".split(" "),
  middle: "n r l ck ss mm tt nd rg st lk nk".split(" "),
  end: "sen berg stra mann ova ski etti inen quist ström eau ides".split(" "),
};
export const FAMILY_NAMES = FAMILY.start.flatMap((a) =>
  FAMILY.middle.flatMap((b) => FAMILY.end.map((c) => a + b + c)),
);
export const MAIL_HOSTS = "gmail.example outlook.example post.example web.example".split(" ");

/** The n-th customer, as the seed writes it. */
export function customerOf(n: number): { name: string; email: string; phone: string } {
  const first = FIRST_NAMES[n % FIRST_NAMES.length]!;
  const family = FAMILY_NAMES[(n * 7) % FAMILY_NAMES.length]!;
  const email = `${first}.${family}.${n}@${MAIL_HOSTS[n % MAIL_HOSTS.length]}`.toLowerCase();
  return {
    name: `${first} ${family}`,
    email,
    phone: `+31 6 ${String((n * 7919) % 100_000_000).padStart(8, "0")}`,
  };
}
