import type { BookingSort } from "~/contract/bookings";
import type { z } from "zod";

export type BookingView = "upcoming" | "today" | "newest" | "all";

interface ViewRules {
  view: BookingView;
  label: string;
  /** The days it shows when the filter names none: from today on, today alone, or any. */
  days: "from_today" | "today" | "any";
  sort: z.infer<typeof BookingSort>;
}

/** The ways to look at the list, one tab each; the first is what the page opens with. */
export const bookingViews: readonly ViewRules[] = [
  { view: "upcoming", label: "Upcoming", days: "from_today", sort: "starts_at" },
  { view: "today", label: "Today", days: "today", sort: "starts_at" },
  { view: "newest", label: "Newest", days: "any", sort: "-created_at" },
  { view: "all", label: "All", days: "any", sort: "-starts_at" },
];
