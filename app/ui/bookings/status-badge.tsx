import type { BookingStatus } from "~/contract/bookings";
import { Icon, type IconName } from "../icon";
import styles from "./status-badge.module.css";

/** Each status by word, icon and colour, never by colour alone (WCAG 1.4.1). */
export const bookingStatuses: Record<BookingStatus, { label: string; icon: IconName; tone: string }> = {
  pending: { label: "Waiting", icon: "clock", tone: "wait" },
  confirmed: { label: "Confirmed", icon: "check", tone: "good" },
  paid: { label: "Paid", icon: "coin", tone: "good" },
  completed: { label: "Completed", icon: "flag", tone: "info" },
  no_show: { label: "No-show", icon: "absent", tone: "bad" },
  cancelled: { label: "Cancelled", icon: "cross", tone: "bad" },
  refunded: { label: "Refunded", icon: "back", tone: "quiet" },
  expired: { label: "Expired", icon: "hourglass", tone: "quiet" },
};

export function StatusBadge({ status, waitsFor }: { status: BookingStatus; waitsFor: string | null }) {
  const { label, icon, tone } = bookingStatuses[status];
  return (
    <span className={styles.badge} data-tone={tone}>
      <Icon name={icon} size={16} />
      {waitsFor ?? label}
    </span>
  );
}
