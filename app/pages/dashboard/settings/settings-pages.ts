import type { Role } from "~/contract/common";

export interface SettingsPage {
  to: string;
  label: string;
  says: string;
  /** The lowest role that sees it. */
  role: Role;
}

/** The pages of the settings: a new one gets its line here. */
export const settingsPages: readonly SettingsPage[] = [
  {
    to: "/dashboard/settings/company",
    label: "Company",
    says: "Name, address, time zone, language and currency.",
    role: "admin",
  },
  {
    to: "/dashboard/settings/policy",
    label: "Policy",
    says: "Until when guests may cancel or move, what they get back, and reminders.",
    role: "admin",
  },
  { to: "/dashboard/settings/team", label: "Team", says: "Who works here, and what they may do.", role: "admin" },
  { to: "/dashboard/settings/audit", label: "Audit log", says: "Who changed what, before and after.", role: "admin" },
  { to: "/dashboard/settings/data", label: "Data", says: "Export everything, or delete the company.", role: "admin" },
  {
    to: "/dashboard/settings/me",
    label: "Me",
    says: "Your name, where you are signed in, your calendar address and shortcuts.",
    role: "viewer",
  },
];
