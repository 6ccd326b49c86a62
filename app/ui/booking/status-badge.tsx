import { isAgreed } from "~/contract/booking-status";
import type { BookingStatus } from "~/contract/bookings";
import { msg, t } from "~/i18n/text";
import type { IconName } from "../icon";
import { Badge, type Tone } from "../kit/badge";
import type { BookingLine } from "./booking-lines";

/**
 * Label, icon and colour of each status; never colour alone (WCAG 1.4.1). The normal status is
 * neutral.
 */
export const bookingStatuses: Record<BookingStatus, { label: string; icon: IconName; tone: Tone }> =
  {
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
  size,
}: {
  line: Pick<BookingLine, "status" | "waits_for" | "arrived" | "is_test"> & {
    /** Paid in part: only the deposit. */
    deposit_paid?: boolean;
  };
  /** For dense lists. */
  size?: "small";
}) {
  const { label, icon, tone } = bookingStatuses[line.status];
  const isHere = line.arrived !== null && isAgreed(line.status);
  return (
    <span
      className={`${size === "small" ? "flex" : "inline-flex"} flex-wrap gap-1 [justify-content:inherit]`}
    >
      {isHere ? (
        <Badge tone="good" icon="in" size={size}>
          {t("Arrived {{time}}", { time: line.arrived! })}
        </Badge>
      ) : (
        <Badge tone={tone} icon={icon} size={size}>
          {line.waits_for ?? (line.deposit_paid ? t("Deposit paid") : t(label))}
        </Badge>
      )}
      {line.is_test && (
        <Badge tone="quiet" icon="flag" size={size}>
          {t("Test")}
        </Badge>
      )}
    </span>
  );
}
