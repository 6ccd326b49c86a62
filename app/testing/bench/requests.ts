import {
  type Dataset,
  COUNTERS,
  customerOf,
  HOT_SLOTS,
  idOf,
  keysPerTenant,
  keyText,
  resourcesOf,
  resourcesPerTenant,
  SLOT_MINUTES,
  SLOTS_PER_RESOURCE,
  slotStart,
  tenantOf,
} from "./dataset";
import { COMPANY, LENGTHS, SERVICES, serviceOf, ZONES } from "./anyone";
import { sessionToken } from "./desk";
import {
  NEEDS_COMPANY,
  NEEDS_SERVICES,
  needsServiceOf,
  needsSlotOf,
  needsZone,
  type Taken,
} from "./needs";
import type { Answer } from "./send";

/**
 * Kinds of requests: `floor-` go to the floors, the others to the product.
 * Deliveries send none.
 */
export type RequestKind =
  | "healthz"
  | "floor-bare"
  | "floor-read"
  | "floor-book"
  | "floor-book-every-row"
  | "floor-count"
  | "availability"
  | "unchanged"
  | "book"
  | "book-hot"
  | "book-api"
  | "sale"
  | "deliveries"
  | "availability-of"
  | "availability-needs"
  | "book-needs"
  | "list"
  | "page"
  | "watch";

export interface Subject {
  kind: RequestKind;
  dataset: Dataset;
  /** Number of resources requested, spread evenly over all. */
  resources: number;
  /** For "availability-of": one person, or anyone of several. */
  people?: "one" | "anyone";
  /** For "availability-needs" and "book-needs": what the services take. */
  taken?: Taken;
  /** For "book-api": the tenant that books. */
  tenant?: number;
  /** For "page": the path, for the company with DESK_BOOKINGS bookings. */
  path?: string;
}

export interface BenchRequest {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** For availability: the resource whose ETag the response carries. */
  resource?: number;
}

export interface Requests {
  next(i: number): BenchRequest;
  /** Whether the response is the expected one. */
  expects(answer: Answer, sent: BenchRequest): boolean;
}

/** Pseudo-random numbers, equal in each run (a 32-bit LCG). */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Guests use many addresses, five requests each, so that every limit is counted and none is
 * reached.
 */
function guestAddress(serial: number, i: number): string {
  const n = serial * 50_000 + Math.floor(i / 5);
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

export function requestsOf(subject: Subject, serial: number): Requests {
  const pick = random(serial * 7919 + 17);
  const spread = Math.max(1, Math.floor(resourcesOf(subject.dataset) / subject.resources));
  const resource = () => pick(subject.resources) * spread;
  const isOk = ({ status }: Answer) => status === 200;
  switch (subject.kind) {
    case "healthz":
    case "floor-bare":
      return { next: () => get(subject.kind === "healthz" ? "/healthz" : "/bare"), expects: isOk };
    case "floor-read":
      return {
        next: () => get(`/read?${floorReadQuery(subject.dataset, resource())}`),
        expects: hasAllSlots,
      };
    case "floor-count":
      return {
        next: () =>
          post("/count", { tenant_id: idOf("tenant", 0), slot_id: idOf("slot", pick(COUNTERS)) }),
        expects: isOk,
      };
    case "floor-book":
    case "floor-book-every-row":
      return {
        next: (i) =>
          floorBooking(
            subject.kind === "floor-book" ? "/book" : "/book-every-row",
            subject.dataset,
            resource(),
            pick(SLOTS_PER_RESOURCE),
            `${serial}-${i}`,
          ),
        expects: isOk,
      };
    case "availability":
      return {
        next: (i) => availability(subject.dataset, resource(), serial, i),
        expects: hasAllSlots,
      };
    case "unchanged":
      return unchanged(subject.dataset, resource, serial);
    case "book":
      return {
        next: (i) => {
          const r = resource();
          return booking(
            subject.dataset,
            tenantOf(subject.dataset, r),
            idOf("slot", r * SLOTS_PER_RESOURCE + pick(SLOTS_PER_RESOURCE)),
            serial,
            i,
          );
        },
        expects: ({ status }) => status === 201,
      };
    case "book-hot":
    case "sale":
      return {
        next: (i) => booking(subject.dataset, 0, idOf("hot", serial % HOT_SLOTS), serial, i),
        expects: ({ status, body }) =>
          status === 201 ||
          (subject.kind === "sale" && status === 409 && body.includes('"slot_unavailable"')),
      };
    case "book-api":
      return {
        next: (i) => apiBooking(subject.dataset, subject.tenant!, pick, serial, i),
        expects: ({ status }) => status === 201,
      };
    case "availability-of":
      return {
        next: (i) => availabilityOf(subject.dataset, subject.people!, serial, i),
        expects: hasAllSlots,
      };
    case "availability-needs":
      return {
        next: (i) => availabilityNeeds(subject.dataset, subject.taken!, serial, i),
        expects: hasAllSlots,
      };
    case "book-needs":
      return {
        next: (i) => {
          const slot_id = needsSlotOf(
            subject.taken!,
            pick(NEEDS_SERVICES),
            pick(SLOTS_PER_RESOURCE),
          );
          const headers = {
            "X-Publishable-Key": keyText("pk_live_", NEEDS_COMPANY, 0),
            "X-Forwarded-For": guestAddress(serial, i),
            "Idempotency-Key": `run-${serial}-${i}`,
          };
          const customer = guest(`${serial}-${i}`);
          return post("/api/widget/booking", { slot_id, party_size: 1, customer }, headers);
        },
        expects: ({ status }) => status === 201,
      };
    case "deliveries":
      throw new Error("Deliveries send no requests.");
    case "page":
      return { next: () => get(subject.path!, signedIn(0)), expects: isOk };
    case "watch":
      return { next: (i) => get("/dashboard/live", signedIn(i)), expects: isOk };
    case "list":
      return { next: (i) => list(subject.dataset, pick, i), expects: isOk };
  }
}

const get = (path: string, headers: Record<string, string> = {}): BenchRequest => ({
  method: "GET",
  path,
  headers,
});

function post(path: string, value: unknown, headers: Record<string, string> = {}): BenchRequest {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return {
    method: "POST",
    path,
    headers: { ...headers, "Content-Type": "application/json", "Content-Length": length },
    body,
  };
}

/** Headers of a company owner's browser: 0 is the one with bookings, 1 and up only watch. */
const signedIn = (n: number) => ({ Cookie: `__Host-session=${sessionToken(n)}` });

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const lastDay = (dataset: Dataset) => dayOf(new Date(Date.parse(dataset.base) + 30 * 86_400_000));

function hasAllSlots({ status, body }: Answer): boolean {
  return status === 200 && body.split('"starts_at"').length - 1 === SLOTS_PER_RESOURCE;
}

function floorReadQuery(dataset: Dataset, r: number): string {
  const tenant = idOf("tenant", tenantOf(dataset, r));
  return `tenant_id=${tenant}&resource_id=${idOf("resource", r)}&from=${dayOf(new Date(dataset.base))}&to=${lastDay(dataset)}`;
}

const keyTexts = new Map<string, string>();
/** Created once: computing their checksums would burden the load generator. */
function keyOf(
  dataset: Dataset,
  kind: "publishable" | "secret",
  tenant: number,
  i: number,
): string {
  const n = i % keysPerTenant(dataset, kind);
  const name = `${kind} ${tenant}/${n}`;
  let text = keyTexts.get(name);
  if (text === undefined)
    keyTexts.set(name, (text = keyText(kind === "secret" ? "sk_live_" : "pk_live_", tenant, n)));
  return text;
}

function availability(
  dataset: Dataset,
  r: number,
  serial: number,
  i: number,
  tag?: string,
): BenchRequest {
  const query = `resource_id=${idOf("resource", r)}&from=${dayOf(new Date(dataset.base))}&to=${lastDay(dataset)}&tz=UTC`;
  const headers = {
    "X-Publishable-Key": keyOf(dataset, "publishable", tenantOf(dataset, r), i),
    "X-Forwarded-For": guestAddress(serial, i),
  };
  const response = get(
    `/api/widget/availability?${query}`,
    tag === undefined ? headers : { ...headers, "If-None-Match": tag },
  );
  return { ...response, resource: r };
}

/**
 * Revalidates with the received ETag. Responses with a new one (they last a minute at most) are
 * included.
 */
function unchanged(dataset: Dataset, resource: () => number, serial: number): Requests {
  const tags = new Map<number, string>();
  return {
    next: (i) => {
      const r = resource();
      return availability(dataset, r, serial, i, tags.get(r));
    },
    expects: ({ status, etag }, response) => {
      if (etag !== undefined && response.resource !== undefined) tags.set(response.resource, etag);
      return status === 304 || status === 200;
    },
  };
}

function guest(id: string) {
  const { name, phone } = customerOf(Number(id.replace("-", "")) % 1_000_000);
  return { name, email: `guest.${id}@web.example`, phone };
}

function booking(
  dataset: Dataset,
  tenant: number,
  slotId: string,
  serial: number,
  i: number,
): BenchRequest {
  const headers = {
    "X-Publishable-Key": keyOf(dataset, "publishable", tenant, i),
    "X-Forwarded-For": guestAddress(serial, i),
    "Idempotency-Key": `run-${serial}-${i}`,
  };
  return post(
    "/api/widget/booking",
    { slot_id: slotId, party_size: 1, customer: guest(`${serial}-${i}`) },
    headers,
  );
}

/** A booking by a company's own server, without a message to the guest. */
function apiBooking(
  dataset: Dataset,
  tenant: number,
  pick: (below: number) => number,
  serial: number,
  i: number,
): BenchRequest {
  const each = resourcesPerTenant(dataset) * SLOTS_PER_RESOURCE;
  const headers = {
    Authorization: `Bearer ${keyOf(dataset, "secret", tenant, i)}`,
    "Idempotency-Key": `run-${serial}-${i}`,
  };
  const slot_id = idOf("slot", tenant * each + pick(each));
  return post(
    "/api/bookings",
    { slot_id, customer: guest(`${serial}-${i}`), notify: false },
    headers,
  );
}

/** Each combination of service, length and time zone once, so that no answer is cached. */
function availabilityOf(
  dataset: Dataset,
  people: "one" | "anyone",
  serial: number,
  i: number,
): BenchRequest {
  const query = new URLSearchParams({
    schedule_id: serviceOf(people, i % SERVICES),
    ...(people === "anyone" && { resource_id: "any" }),
    length_minutes: String(LENGTHS[Math.floor(i / SERVICES) % LENGTHS.length]),
    tz: ZONES[Math.floor(i / SERVICES / LENGTHS.length) % ZONES.length]!,
    from: dayOf(new Date(dataset.base)),
    to: lastDay(dataset),
  });
  return get(`/api/widget/availability?${query}`, {
    "X-Publishable-Key": keyText("pk_live_", COMPANY, 0),
    "X-Forwarded-For": guestAddress(serial, i),
  });
}

/** Each service in each time zone once. */
function availabilityNeeds(
  dataset: Dataset,
  taken: Taken,
  serial: number,
  i: number,
): BenchRequest {
  const query = new URLSearchParams({
    schedule_id: needsServiceOf(taken, i % NEEDS_SERVICES),
    tz: needsZone(Math.floor(i / NEEDS_SERVICES)),
    from: dayOf(new Date(dataset.base)),
    to: lastDay(dataset),
  });
  return get(`/api/widget/availability?${query}`, {
    "X-Publishable-Key": keyText("pk_live_", NEEDS_COMPANY, 0),
    "X-Forwarded-For": guestAddress(serial, i),
  });
}

function floorBooking(
  path: string,
  dataset: Dataset,
  r: number,
  n: number,
  id: string,
): BenchRequest {
  const start = slotStart(dataset, n);
  return post(path, {
    tenant_id: idOf("tenant", tenantOf(dataset, r)),
    resource_id: idOf("resource", r),
    slot_id: idOf("slot", r * SLOTS_PER_RESOURCE + n),
    starts_at: start.toISOString(),
    ends_at: new Date(start.getTime() + SLOT_MINUTES * 60_000).toISOString(),
    customer: guest(id),
    idempotency_key: `run-${id}`,
  });
}

/** Typical searches: a full name, an email address, the start of one, a phone number. */
function list(dataset: Dataset, pick: (below: number) => number, i: number): BenchRequest {
  const customer = customerOf(pick(Math.floor(dataset.bookings / 5)));
  const typed = [
    customer.name,
    customer.email,
    customer.email.split("@")[0]!,
    customer.phone.slice(-8),
  ][i % 4]!;
  const key = keyOf(dataset, "secret", 0, i);
  const query = `status=confirmed,paid&search=${encodeURIComponent(typed)}`;
  return get(`/api/bookings?${query}`, { Authorization: `Bearer ${key}` });
}
