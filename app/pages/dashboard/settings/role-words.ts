import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";

/** What each role may do, as the invitation and the team's page say it, shown by t(). */
export const roleWords: Record<Role, { label: string; does: string }> = {
  owner: {
    label: msg("Owner"),
    does: msg("Everything, including payments and deleting the company."),
  },
  admin: {
    label: msg("Admin"),
    does: msg("Manages bookings, opening hours, people and settings."),
  },
  staff: {
    label: msg("Staff"),
    does: msg("Takes, moves and cancels bookings. Sees guests’ contact details."),
  },
  viewer: {
    label: msg("Viewer"),
    does: msg("Sees bookings without guests’ contact details. Can’t change anything."),
  },
};
