import type { BookingStatus } from "~/contract/bookings";
import { type Actor, hasRole } from "../../identity/actor";

/** The kind of actor that changes a booking's status. */
export type Mover = "system" | "customer" | "staff" | "admin";

interface Transition {
  to: BookingStatus;
  who: readonly Mover[];
  /** For payments received offline: only with payment_method "offline". */
  offline_only?: true;
}

const STAFF = ["staff", "admin"] as const;
const ADMIN = ["admin"] as const;
const SYSTEM = ["system"] as const;

/** The transition table; customers may cancel only within the cancellation window. */
const TRANSITIONS: Record<BookingStatus, readonly Transition[]> = {
  pending: [
    { to: "confirmed", who: [...STAFF, "system"] },
    { to: "paid", who: SYSTEM },
    { to: "paid", who: STAFF, offline_only: true },
    { to: "cancelled", who: [...STAFF, "customer", "system"] },
    { to: "expired", who: SYSTEM },
  ],
  confirmed: [
    { to: "paid", who: SYSTEM },
    { to: "paid", who: STAFF, offline_only: true },
    { to: "completed", who: STAFF },
    { to: "no_show", who: STAFF },
    { to: "cancelled", who: [...STAFF, "customer", "system"] },
  ],
  paid: [
    { to: "completed", who: STAFF },
    { to: "no_show", who: STAFF },
    { to: "cancelled", who: [...STAFF, "customer", "system"] },
    { to: "refunded", who: [...ADMIN, "system"] },
  ],
  completed: [
    { to: "no_show", who: STAFF },
    { to: "refunded", who: [...ADMIN, "system"] },
  ],
  no_show: [
    { to: "completed", who: STAFF },
    { to: "refunded", who: [...ADMIN, "system"] },
  ],
  cancelled: [{ to: "refunded", who: [...ADMIN, "system"] }],
  expired: [
    { to: "paid", who: SYSTEM },
    { to: "refunded", who: SYSTEM },
  ],
  refunded: [
    { to: "paid", who: SYSTEM },
    { to: "completed", who: SYSTEM },
    { to: "no_show", who: SYSTEM },
    { to: "cancelled", who: SYSTEM },
    { to: "expired", who: SYSTEM },
  ],
};

/** The statuses this mover may choose from here, in table order. */
export function allowedStatuses(from: BookingStatus, mover: Mover): BookingStatus[] {
  return [
    ...new Set(TRANSITIONS[from].filter((row) => row.who.includes(mover)).map((row) => row.to)),
  ];
}

export function mayMove(
  from: BookingStatus,
  to: BookingStatus,
  mover: Mover,
  isOffline: boolean,
): boolean {
  return TRANSITIONS[from].some(
    (row) => row.to === to && row.who.includes(mover) && (isOffline || !row.offline_only),
  );
}

/** The role in which an actor changes bookings; a publishable key acts for its guest. */
export function moverOf(actor: Actor): Mover {
  if (actor.kind === "system") return "system";
  if (actor.kind === "customer" || actor.kind === "publishable_key") return "customer";
  return hasRole(actor, "admin") ? "admin" : "staff";
}
