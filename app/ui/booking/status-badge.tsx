import { isAgreed } from "~/contract/booking-status";
import type { BookingStatus } from "~/contract/bookings";
import { msg, t } from "~/i18n/text";
import { Icon, type IconName } from "../icon";
import type { BookingLine } from "./booking-lines";
import styles from "./status-badge.module.css";

/**
 * Label, icon and colour of each status; never colour alone (WCAG 1.4.1). The normal status is
 * neutral.
 */
export const bookingStatuses: Record<
  BookingStatus,
  { label: string; icon: IconName; tone: string }
> = {
  pending: { label: msg("Pending"), icon: "clock", tone: "pending" },
  confirmed: { label: msg("Confirmed"), icon: "check", tone: "plain" },
  paid: { label: msg("Paid"), icon: "coin", tone: "good" },
  completed: { label: msg("Completed"), icon: "flag", tone: "plain" },
  no_show: { label: msg("No-show"), icon: "absent", tone: "bad" },
  cancelled: { label: msg("Cancelled"), icon: "cross", tone: "plain" },
  refunded: { label: msg("Refunded"), icon: "back", tone: "plain" },
  expired: { label: msg("Expired"), icon: "hourglass", tone: "plain" },
};

/** The booking's status, or when the guest arrived. */
export function StatusBadge({
  line,
}: {
  line: Pick<BookingLine, "status" | "waits_for" | "arrived" | "is_test">;
}) {
  const { label, icon, tone } = bookingStatuses[line.status];
  const isHere = line.arrived !== null && isAgreed(line.status);
  return (
    <span className={styles.badges}>
      {isHere ? (
        <span className={styles.badge} data-tone="good">
          <Icon name="in" size={16} />
          {t("Arrived {time}", { time: line.arrived! })}
        </span>
      ) : (
        <span className={styles.badge} data-tone={tone}>
          <Icon name={icon} size={16} />
          {line.waits_for ?? t(label)}
        </span>
      )}
      {line.is_test && (
        <span className={styles.badge} data-tone="quiet">
          <Icon name="flag" size={16} />
          {t("Test")}
        </span>
      )}
    </span>
  );
}
