import type { IconName } from "../icon";

export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
}

/** The dashboard's pages in the order of the navigation. */
export const navigation: NavigationEntry[] = [
  { to: "/dashboard/calendar", label: "Calendar", icon: "calendar" },
  { to: "/dashboard/bookings", label: "Bookings", icon: "calendar" },
];
