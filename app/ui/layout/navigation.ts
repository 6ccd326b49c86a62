import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";
import type { IconName } from "../icon";

export interface NavigationEntry {
  to: string;
  /** Shown by t(). */
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
  { to: "/dashboard", label: msg("Today"), icon: "today", key: "t", role: "viewer", in_bar: true },
  { to: "/dashboard/calendar", label: msg("Calendar"), icon: "calendar", key: "c", role: "viewer", in_bar: true },
  { to: "/dashboard/bookings", label: msg("Bookings"), icon: "list", key: "b", role: "viewer", in_bar: true },
  { to: "/dashboard/customers", label: msg("Customers"), icon: "people", key: "k", role: "viewer" },
  { to: "/dashboard/services", label: msg("Services"), icon: "tag", key: "s", role: "viewer" },
  { to: "/dashboard/resources", label: msg("Resources"), icon: "box", key: "r", role: "viewer" },
  { to: "/dashboard/widgets", label: msg("Widgets"), icon: "widget", key: "w", role: "viewer" },
  { to: "/dashboard/analytics", label: msg("Analytics"), icon: "chart", key: "a", role: "viewer" },
  { to: "/dashboard/payments", label: msg("Payments"), icon: "card", key: "p", role: "admin" },
  { to: "/dashboard/mail", label: msg("Email"), icon: "mail", key: "m", role: "viewer" },
  { to: "/dashboard/webhooks", label: msg("Webhooks"), icon: "hook", key: "h", role: "admin" },
  { to: "/dashboard/keys", label: msg("API keys"), icon: "key", key: "y", role: "admin" },
  { to: "/dashboard/settings", label: msg("Settings"), icon: "settings", key: "e", role: "viewer" },
];

/** What a new booking is asked for from where somebody is: the day that the calendar shows, where it shows one. */
export function newBookingFrom({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  const isDay = pathname.startsWith("/dashboard/calendar") && ["day", "agenda"].includes(params.get("view") ?? "day");
  const day = params.get("date") ?? "";
  return isDay && /^\d{4}-\d\d-\d\d$/.test(day) ? `day=${day}` : "";
}

export const NEW_BOOKING = "/dashboard/bookings/new";

/** What its address says of what is known: a time that is offered, or a resource with a time of its own (`starts_ms` epoch ms). */
export function newBookingSearch(
  known: { slot_id: string } | { resource_id: string; starts_ms: number; minutes: number },
): string {
  if ("slot_id" in known) return `slot=${known.slot_id}`;
  const { resource_id, starts_ms, minutes } = known;
  const starts_at = new Date(starts_ms).toISOString();
  return new URLSearchParams({ resource: resource_id, starts_at, minutes: String(minutes) }).toString();
}
