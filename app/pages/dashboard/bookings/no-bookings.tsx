import { LinkButton } from "~/ui/kit/button";
import { t } from "~/i18n/text";
import { EmptyState } from "~/ui/feedback/empty-state";
import { bookingsPath, type BookingView } from "~/ui/booking/booking-views";

interface NoBookingsProps {
  view: BookingView;
  given: Record<string, string>;
  may_import: boolean;
}

/** Why the list is empty and what to do next. */
export function NoBookings({ view, given, may_import }: NoBookingsProps) {
  const filters = Object.keys(given).filter((name) => name !== "cursor" && name !== "sort");
  const isNarrow = view !== "newest" && view !== "all";
  if (filters.length > 0 && isNarrow) {
    return (
      <EmptyState
        icon="search"
        title={view === "today" ? t("No matches today") : t("No upcoming matches")}
      >
        <p>{t("Search all bookings with the same filters, past ones too.")}</p>
        <LinkButton
          variant="primary"
          to={bookingsPath({ view: "all", given }, { from: null, to: null, sort: null })}
        >
          {t("Search all bookings")}
        </LinkButton>
      </EmptyState>
    );
  }
  if (filters.length > 0) {
    return (
      <EmptyState icon="search" title={t("No matches")}>
        <p>
          {t("Remove a filter, or search for another part of the name, phone, email or reference.")}
        </p>
        <LinkButton to={bookingsPath({ view, given: {} })}>{t("Clear filters")}</LinkButton>
      </EmptyState>
    );
  }
  if (isNarrow) {
    return (
      <EmptyState
        icon="calendar"
        title={view === "today" ? t("No bookings today") : t("No upcoming bookings")}
      >
        <p>{t("Bookings from your website appear here.")}</p>
        <LinkButton to={bookingsPath({ view: "all", given: {} })}>
          {t("Show all bookings")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="calendar" title={t("No bookings yet")}>
      <p>{t("Put the booking widget on your website. The first booking will appear here.")}</p>
      {may_import && (
        <LinkButton to="/dashboard/customers/import?kind=bookings">
          {t("Import bookings")}
        </LinkButton>
      )}
    </EmptyState>
  );
}
