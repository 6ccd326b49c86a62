import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";
import type { IconName } from "../icon";

/** Daily work, configuration, and integrations. */
export const GROUPS = { desk: msg("Desk"), setup: msg("Set-up"), developers: msg("Developers") };
export type NavigationGroup = keyof typeof GROUPS;

export interface NavigationEntry {
  /** The final URL, never a redirect, which would cost a second request. */
  to: string;
  /** Translated with t(). */
  label: string;
  icon: IconName;
  group: NavigationGroup;
  /** Shortcut: `g` followed by this key. */
  key: string;
  /** The lowest role with access. */
  role: Role;
  /** Shown in the phone's bottom bar; others are under More. */
  in_bar?: true;
}

/** All dashboard pages in navigation order. Add new pages only here. */
export const navigation: readonly NavigationEntry[] = [
  {
    to: "/dashboard",
    label: msg("Today"),
    icon: "today",
    group: "desk",
    key: "t",
    role: "viewer",
    in_bar: true,
  },
  {
    to: "/dashboard/calendar",
    label: msg("Calendar"),
    icon: "calendar",
    group: "desk",
    key: "c",
    role: "viewer",
    in_bar: true,
  },
  {
    to: "/dashboard/bookings",
    label: msg("Bookings"),
    icon: "list",
    group: "desk",
    key: "b",
    role: "viewer",
    in_bar: true,
  },
  {
    to: "/dashboard/customers",
    label: msg("Customers"),
    icon: "people",
    group: "desk",
    key: "k",
    role: "viewer",
  },
  {
    to: "/dashboard/services",
    label: msg("Services"),
    icon: "tag",
    group: "setup",
    key: "s",
    role: "viewer",
  },
  {
    to: "/dashboard/resources",
    label: msg("Resources"),
    icon: "person",
    group: "setup",
    key: "r",
    role: "viewer",
  },
  {
    to: "/dashboard/hours",
    label: msg("Hours"),
    icon: "clock",
    group: "setup",
    key: "o",
    role: "viewer",
  },
  {
    to: "/dashboard/widgets",
    label: msg("Widgets"),
    icon: "widget",
    group: "setup",
    key: "w",
    role: "viewer",
  },
  {
    to: "/dashboard/booking-links",
    label: msg("Booking links"),
    icon: "link",
    group: "setup",
    key: "l",
    role: "staff",
  },
  {
    to: "/dashboard/payments",
    label: msg("Payments"),
    icon: "card",
    group: "setup",
    key: "p",
    role: "admin",
  },
  {
    to: "/dashboard/mail/templates",
    label: msg("Emails"),
    icon: "mail",
    group: "setup",
    key: "m",
    role: "viewer",
  },
  {
    to: "/dashboard/analytics",
    label: msg("Analytics"),
    icon: "chart",
    group: "setup",
    key: "a",
    role: "viewer",
  },
  {
    to: "/dashboard/settings",
    label: msg("Settings"),
    icon: "settings",
    group: "setup",
    key: "e",
    role: "viewer",
  },
  {
    to: "/dashboard/keys",
    label: msg("API keys"),
    icon: "key",
    group: "developers",
    key: "y",
    role: "admin",
  },
  {
    to: "/dashboard/webhooks",
    label: msg("Webhooks"),
    icon: "hook",
    group: "developers",
    key: "h",
    role: "admin",
  },
];

/** The section of a path: "bookings" for /dashboard/bookings/new. */
export const nounOf = (pathname: string) => pathname.split("/")[2];

/** Prefill of a new booking from the current page: the day the calendar shows. */
export function newBookingFrom({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  const isDay =
    pathname.startsWith("/dashboard/calendar") &&
    ["day", "agenda"].includes(params.get("view") ?? "day");
  const day = params.get("date") ?? "";
  return isDay && /^\d{4}-\d\d-\d\d$/.test(day) ? `day=${day}` : "";
}

export const NEW_BOOKING = "/dashboard/bookings/new";

/** Query string of a new booking: a slot, or a resource and time (`starts_ms` epoch ms). */
export function newBookingSearch(
  known: { slot_id: string } | { resource_id: string; starts_ms: number; minutes: number },
): string {
  if ("slot_id" in known) return `slot=${known.slot_id}`;
  const { resource_id, starts_ms, minutes } = known;
  const starts_at = new Date(starts_ms).toISOString();
  return new URLSearchParams({
    resource: resource_id,
    starts_at,
    minutes: String(minutes),
  }).toString();
}
