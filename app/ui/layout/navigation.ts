import type { Role } from "~/contract/common";
import type { IconName } from "../icon";

export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  /** The letter after `g` that goes there. */
  key: string;
  /** The lowest role that sees it. */
  role: Role;
  /** Shown in the bar at the foot of a phone; the others are behind More. */
  in_bar?: true;
}

/** The dashboard's pages in the order of the navigation: a page that is new gets its line here and nowhere else. */
export const navigation: readonly NavigationEntry[] = [
  { to: "/dashboard", label: "Today", icon: "today", key: "t", role: "viewer", in_bar: true },
  { to: "/dashboard/calendar", label: "Calendar", icon: "calendar", key: "c", role: "viewer", in_bar: true },
  { to: "/dashboard/bookings", label: "Bookings", icon: "list", key: "b", role: "viewer", in_bar: true },
  { to: "/dashboard/customers", label: "Customers", icon: "people", key: "k", role: "viewer" },
  { to: "/dashboard/services", label: "Services", icon: "tag", key: "s", role: "viewer" },
  { to: "/dashboard/resources", label: "Resources", icon: "box", key: "r", role: "viewer" },
];

export const NEW_BOOKING = "/dashboard/bookings/new";
