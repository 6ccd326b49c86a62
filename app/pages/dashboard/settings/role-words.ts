import type { Role } from "~/contract/common";

/** What each role may do, as the invitation and the team's page say it. */
export const roleWords: Record<Role, { label: string; does: string }> = {
  owner: { label: "Owner", does: "Does everything, connects payments, and can delete the company." },
  admin: { label: "Admin", does: "Manages bookings, opening hours, people and settings." },
  staff: { label: "Staff", does: "Takes, moves and cancels bookings, and sees the guests' addresses." },
  viewer: { label: "Viewer", does: "Sees bookings without the guests' addresses, and changes nothing." },
};
