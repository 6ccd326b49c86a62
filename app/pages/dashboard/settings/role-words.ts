import type { Role } from "~/contract/common";
import { msg } from "~/i18n/text";

/** Description of each role for invitations and the team page, translated with t(). */
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
