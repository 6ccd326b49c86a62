import type { Role, Scope } from "~/contract/common";
import type { Policy } from "./policy";
import type { WidgetRules } from "./widget-settings";

/**
 * The company an operation belongs to: the data that every rule needs, read together with the
 * caller.
 */
export interface Tenant {
  id: string;
  name: string;
  slug: string;
  time_zone: string;
  locale: string;
  currency: string;
  /** Whether visitors can pay: services that require payment are only offered online then. */
  takes_payments: boolean;
  policy: Policy;
}

interface Base {
  tenant: Tenant;
  request_id: string | null;
}
export interface UserActor extends Base {
  kind: "user";
  user_id: string;
  account_id: string;
  session_id: string;
  name: string;
  email: string;
  role: Role;
  /** null: every resource of the tenant. */
  resource_ids: string[] | null;
  /** Whether someone limited to resources may change their hours. */
  own_hours: boolean;
}
export interface SecretKeyActor extends Base {
  kind: "secret_key";
  key_id: string;
  name: string;
  mode: "live" | "test";
  /** At most the role of the member who knows its text. */
  role: Role;
  /** As for that member. */
  resource_ids: string[] | null;
}
/** The booking link a visitor used: it opens its schedule, also a private one, and no other. */
export interface VisitorLink {
  id: string;
  schedule_id: string;
}
export interface KeyActor extends Base {
  kind: "publishable_key";
  key_id: string;
  name: string;
  mode: "live" | "test";
  scopes: Scope[];
  allowed_origins: string[];
  /** The only configuration this key may use; null: the one named in a call, else the default. */
  widget_config_id: string | null;
  /** The configuration of this call: chooseConfiguration replaces it with the named one. */
  configuration: WidgetRules;
  /** Opens a schedule for this call that the configuration need not list. */
  link?: VisitorLink;
  /** The calling page's origin; null without a browser. */
  origin: string | null;
}
export interface CustomerActor extends Base {
  kind: "customer";
  booking_id: string;
}
export interface SystemActor extends Base {
  kind: "system";
}
/** Someone who works for the tenant, in person or through a program. */
export type StaffActor = UserActor | SecretKeyActor;
export type Actor = StaffActor | KeyActor | CustomerActor | SystemActor;

const RANK: Record<Role, number> = { viewer: 0, staff: 1, admin: 2, owner: 3 };

export const lowerRole = (one: Role, other: Role): Role => (RANK[one] < RANK[other] ? one : other);

export function hasRole(actor: StaffActor, role: Role): boolean {
  return RANK[actor.role] >= RANK[role];
}

/** The resources a person is limited to; null for no limit. Owners and admins are never limited. */
export function resourceLimit(actor: StaffActor): string[] | null {
  return hasRole(actor, "admin") ? null : actor.resource_ids;
}

export function mayUseResource(actor: Actor, resourceId: string): boolean {
  if (actor.kind !== "user" && actor.kind !== "secret_key") return true;
  const limit = resourceLimit(actor);
  return limit === null || limit.includes(resourceId);
}

/** Viewers see bookings without the guests' contact data. */
export function seesContacts(actor: StaffActor): boolean {
  return hasRole(actor, "staff");
}

/** Answers to sensitive questions are only shown to owners and admins. */
export function seesSensitive(actor: StaffActor): boolean {
  return hasRole(actor, "admin");
}

/**
 * The actor as recorded in events and audit rows, without names or addresses: those stay with the
 * user or key.
 */
export function actorRecord(actor: Actor): { kind: Actor["kind"]; id: string | null } {
  const id = {
    user: "user_id",
    secret_key: "key_id",
    publishable_key: "key_id",
    customer: "booking_id",
    system: "",
  }[actor.kind];
  return { kind: actor.kind, id: id === "" ? null : String(Reflect.get(actor, id)) };
}

/** A test key only reads and changes test data. */
export const seesTestDataOnly = (actor: Actor): boolean => "mode" in actor && actor.mode === "test";

/**
 * Whether a booking is visible to this actor: it is of a resource they may use, and for a test key
 * a test.
 */
export const maySeeBooking = (
  actor: Actor,
  { resource_id, livemode }: { resource_id: string; livemode: boolean },
): boolean => mayUseResource(actor, resource_id) && !(livemode && seesTestDataOnly(actor));

/** Whether this actor's bookings, customers and events are real: a test key's are not. */
export const isLiveMode = (actor: Actor): boolean => !("mode" in actor) || actor.mode === "live";
