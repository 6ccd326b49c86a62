import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";

export interface SettingsPage {
  to: string;
  /** Translated with t(), like `hint`. */
  label: string;
  hint: string;
  /** The lowest role with access. */
  role: Role;
}

/** All settings pages; add new ones here. */
export const settingsPages: readonly SettingsPage[] = [
  {
    to: "/dashboard/settings/company",
    label: msg("Company"),
    hint: msg("Name, address, time zone, language and currency."),
    role: "admin",
  },
  {
    to: "/dashboard/settings/policy",
    label: msg("Policy"),
    hint: msg("Cancellation, refunds, moves, holds and reminders."),
    role: "admin",
  },
  {
    to: "/dashboard/settings/team",
    label: msg("Team"),
    hint: msg("People, their roles and invitations."),
    role: "admin",
  },
  {
    to: "/dashboard/settings/audit",
    label: msg("Audit log"),
    hint: msg("Who changed what, and when."),
    role: "admin",
  },
  {
    to: "/dashboard/settings/data",
    label: msg("Data"),
    hint: msg("Export all data, or delete the company."),
    role: "admin",
  },
  {
    to: "/dashboard/settings/calendars",
    label: msg("Calendars"),
    hint: msg("Calendars that block times."),
    role: "staff",
  },
  {
    to: "/dashboard/settings/me",
    label: msg("Profile"),
    hint: msg("Your name, shortcuts, calendar link and sessions."),
    role: "viewer",
  },
];
