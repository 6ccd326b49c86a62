import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";

/** Mail pages with the lowest role for each; labels are translated with t(). */
export const mailPages: readonly { to: string; label: string; role: Role }[] = [
  { to: "/dashboard/mail/templates", label: msg("Templates"), role: "viewer" },
  { to: "/dashboard/mail/who", label: msg("Recipients"), role: "viewer" },
  { to: "/dashboard/mail/log", label: msg("Message log"), role: "staff" },
  { to: "/dashboard/mail/blocked", label: msg("Suppressed addresses"), role: "admin" },
];
