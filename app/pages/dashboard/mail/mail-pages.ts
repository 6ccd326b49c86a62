import type { Role } from "~/contract/common";

/** The pages about mail, each with the lowest role that sees it. */
export const mailPages: readonly { to: string; label: string; role: Role }[] = [
  { to: "/dashboard/mail/templates", label: "Texts", role: "viewer" },
  { to: "/dashboard/mail/who", label: "Who is mailed", role: "viewer" },
  { to: "/dashboard/mail/log", label: "Log", role: "staff" },
  { to: "/dashboard/mail/blocked", label: "Blocked addresses", role: "admin" },
];
