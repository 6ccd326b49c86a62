import type { BookingCells } from "./check-booking-row";
import type { RowProblem } from "./check-row";
import type { BookingSettings, NameKind } from "./import-row";
import { nameKey } from "./read-values";

/** One of the company's services, as far as a row needs it. */
export interface OwnService {
  id: string;
  name: string;
  active: boolean;
  duration_minutes: number;
  /** Its only active resource; null: it has none or several. */
  only_resource_id: string | null;
}
export interface OwnResource {
  id: string;
  name: string;
  active: boolean;
}

/** The services and resources that rows can mean. */
export interface OwnNames {
  service: readonly OwnService[];
  resource: readonly OwnResource[];
  /** The company's only active resource; null: it has several. */
  only_resource_id: string | null;
}

/** A row's booking with the company's own service and resource, as stored. */
export interface ImportedBooking extends BookingCells {
  ends_at: string;
  schedule_id: string | null;
  resource_id: string;
}

/**
 * Ours with a name: the one that was chosen for it, or the only one of that name. Of several, the
 * only active one.
 */
export function findOwn<Own extends { id: string; name: string; active: boolean }>(
  kind: NameKind,
  name: string,
  own: readonly Own[],
  { names }: BookingSettings,
): Own | undefined {
  const key = nameKey(name);
  const chosen = names?.[kind] ?? {};
  if (Object.hasOwn(chosen, key)) return own.find(({ id }) => id === chosen[key]);
  if (key === "") return undefined;
  const same = own.filter((each) => nameKey(each.name) === key);
  if (same.length <= 1) return same[0];
  const active = same.filter((each) => each.active);
  return active.length === 1 ? active[0] : undefined;
}

/**
 * A row's booking at our own service and resource. A row without a service is a time of the resource
 * alone; one without a resource is at the service's or the company's only one. `unmatched`: of a
 * name that is none of ours.
 */
export function matchNames(
  cells: BookingCells,
  own: OwnNames,
  settings: BookingSettings,
): { booking: ImportedBooking } | { problem: RowProblem } {
  const unmatched = (field: NameKind): { problem: RowProblem } => ({
    problem: { field, reason: "unmatched", value: cells[field].slice(0, 120) },
  });
  const service = findOwn("service", cells.service, own.service, settings);
  if (service === undefined && cells.service !== "") return unmatched("service");
  const only = cells.resource === "" ? onlyResource(service, own) : null;
  const named = findOwn("resource", cells.resource, own.resource, settings);
  const resource_id = only ?? named?.id ?? null;
  if (resource_id === null) return unmatched("resource");
  const ends_at =
    cells.ends_at ??
    (service === undefined
      ? null
      : new Date(Date.parse(cells.starts_at) + service.duration_minutes * 60_000).toISOString());
  if (ends_at === null) return { problem: { field: "end", reason: "missing", value: "" } };
  return { booking: { ...cells, ends_at, schedule_id: service?.id ?? null, resource_id } };
}

const onlyResource = (service: OwnService | undefined, own: OwnNames): string | null =>
  service === undefined ? own.only_resource_id : service.only_resource_id;
