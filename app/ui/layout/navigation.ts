import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";
import type { IconName } from "../icon";

/** What the desk does every day, what is set up once and looked after, and what programs need. */
export const GROUPS = { desk: msg("Desk"), setup: msg("Set-up"), developers: msg("Developers") };
export type NavigationGroup = keyof typeof GROUPS;

export interface NavigationEntry {
  /** The page itself, never an address that leads on to it: that would be a second wait. */
  to: string;
  /** Shown by t(). */
  label: string;
  icon: IconName;
  group: NavigationGroup;
  /** The letter after `g` that goes there. */
  key: string;
  /** The lowest role that sees it. */
  role: Role;
  /** Shown in the bar at the foot of a phone; the others are behind More. */
  in_bar?: true;
}

/** The dashboard's pages in the order of the navigation: a page that is new gets its line here and nowhere else. */
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

/** "bookings" of /dashboard/bookings/new: what a page is about. */
export const nounOf = (pathname: string) => pathname.split("/")[2];

/** What a new booking is asked for from where somebody is: the day that the calendar shows, where it shows one. */
export function newBookingFrom({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  const isDay =
    pathname.startsWith("/dashboard/calendar") &&
    ["day", "agenda"].includes(params.get("view") ?? "day");
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
  return new URLSearchParams({
    resource: resource_id,
    starts_at,
    minutes: String(minutes),
  }).toString();
}
