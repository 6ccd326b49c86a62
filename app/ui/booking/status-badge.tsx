import { isAgreed } from "~/contract/booking-status";
import type { BookingStatus } from "~/contract/bookings";
import { t } from "~/i18n/text";
import { Icon, type IconName } from "../icon";
import type { BookingLine } from "./booking-lines";
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

/** What a booking's status is, and whether its guest is here. */
export function StatusBadge({ line }: { line: Pick<BookingLine, "status" | "waits_for" | "arrived" | "is_test"> }) {
  const { label, icon, tone } = bookingStatuses[line.status];
  return (
    <span className={styles.badges}>
      <span className={styles.badge} data-tone={tone}>
        <Icon name={icon} size={16} />
        {line.waits_for ?? label}
      </span>
      {line.is_test && (
        <span className={styles.badge} data-tone="quiet">
          <Icon name="flag" size={16} />
          {t("Test")}
        </span>
      )}
      {line.arrived !== null && isAgreed(line.status) && (
        <span className={styles.badge} data-tone="info">
          <Icon name="in" size={16} />
          {t("Here since {arrived}", { arrived: line.arrived })}
        </span>
      )}
    </span>
  );
}
