import { ATTENDED, LIVE } from "~/contract/booking-status";
import type { BookingSort } from "~/contract/booking-filter";
import type { BookingStatus, PaymentStatus } from "~/contract/bookings";
import { msg } from "~/i18n/text";
import type { z } from "zod";

export type BookingView = "upcoming" | "today" | "pending" | "unpaid" | "newest" | "all";

export interface ViewRules {
  view: BookingView;
  label: string;
  /** Default date range: from now, from today, today only, or any. */
  days: "from_now" | "from_today" | "today" | "any";
  sort: z.infer<typeof BookingSort>;
  /** Default statuses; all if absent. */
  status?: readonly BookingStatus[];
  /** Default payment statuses. */
  payment_status?: readonly z.infer<typeof PaymentStatus>[];
}

/** Tabs of the list; the first is the default. */
export const bookingViews: readonly ViewRules[] = [
  { view: "upcoming", label: msg("Upcoming"), days: "from_now", sort: "starts_at", status: LIVE },
  { view: "today", label: msg("Today"), days: "today", sort: "starts_at" },
  {
    view: "pending",
    label: msg("Pending"),
    days: "from_today",
    sort: "starts_at",
    status: ["pending"],
  },
  {
    view: "unpaid",
    label: msg("Due"),
    days: "from_today",
    sort: "starts_at",
    status: ATTENDED,
    payment_status: ["open", "failed"],
  },
  { view: "newest", label: msg("Newest"), days: "any", sort: "-created_at" },
  { view: "all", label: msg("All"), days: "any", sort: "-starts_at" },
];

/**
 * Canonical query string of a view, independent of parameter order, so equal views compare equal.
 */
export function queryOf(query: { view: BookingView; given: Record<string, string> }): string {
  const params = new URLSearchParams(bookingsPath(query).split("?")[1] ?? "");
  params.sort();
  return params.toString();
}

/** Path for a view and filters; null removes a filter. The cursor is never carried over. */
export function bookingsPath(
  query: { view: BookingView; given: Record<string, string> },
  change: Record<string, string | null> = {},
): string {
  const entries = Object.entries<string | null>({
    view: query.view,
    ...query.given,
    cursor: null,
    ...change,
  });
  const params = new URLSearchParams(
    entries.filter((entry): entry is [string, string] => entry[1] !== null),
  );
  if (params.get("view") === bookingViews[0]?.view) params.delete("view");
  return params.size === 0 ? "/dashboard/bookings" : `/dashboard/bookings?${params}`;
}
