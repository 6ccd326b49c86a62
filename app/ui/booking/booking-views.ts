import { ATTENDED, LIVE } from "~/contract/booking-status";
import type { BookingSort } from "~/contract/booking-filter";
import type { BookingStatus, PaymentStatus } from "~/contract/bookings";
import { msg } from "~/i18n/text";
import type { z } from "zod";

export type BookingView = "upcoming" | "today" | "pending" | "unpaid" | "newest" | "all";

interface ViewRules {
  view: BookingView;
  label: string;
  /** The days it shows when the filter names none: from today on, today alone, or any. */
  days: "from_today" | "today" | "any";
  sort: z.infer<typeof BookingSort>;
  /** The statuses it shows when the filter names none; without it all. */
  status?: readonly BookingStatus[];
  /** The same for payments. */
  payment_status?: readonly z.infer<typeof PaymentStatus>[];
}

/** The views of the list, one tab each; the page opens with the first. */
export const bookingViews: readonly ViewRules[] = [
  { view: "upcoming", label: msg("Upcoming"), days: "from_today", sort: "starts_at", status: LIVE },
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
    label: msg("Unpaid"),
    days: "from_today",
    sort: "starts_at",
    status: ATTENDED,
    payment_status: ["open", "failed"],
  },
  { view: "newest", label: msg("Newest"), days: "any", sort: "-created_at" },
  { view: "all", label: msg("All"), days: "any", sort: "-starts_at" },
];

/** What of the address makes a view, in one order whatever was asked first: two addresses of the same view are equal by it. */
export function queryOf(query: { view: BookingView; given: Record<string, string> }): string {
  const params = new URLSearchParams(bookingsPath(query).split("?")[1] ?? "");
  params.sort();
  return params.toString();
}

/** The page's address for a view and filters; null takes a filter out. The place in the list is never carried on. */
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
