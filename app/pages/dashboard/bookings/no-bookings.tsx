import { EmptyState } from "~/ui/feedback/empty-state";
import { bookingsPath, type BookingView } from "~/ui/booking/booking-views";
import { LinkButton } from "~/ui/kit/button";

/** Why the list is empty, and the way on from there. */
export function NoBookings({ view, given }: { view: BookingView; given: Record<string, string> }) {
  const filters = Object.keys(given).filter((name) => name !== "cursor" && name !== "sort");
  const isNarrow = view === "upcoming" || view === "today";
  if (filters.length > 0 && isNarrow) {
    return (
      <EmptyState icon="search" title={view === "today" ? "No booking today matches" : "No upcoming booking matches"}>
        <p>It may be on another day. Search all bookings with the same filters.</p>
        <LinkButton variant="primary" to={bookingsPath({ view: "all", given }, { from: null, to: null, sort: null })}>
          Search all bookings
        </LinkButton>
      </EmptyState>
    );
  }
  if (filters.length > 0) {
    return (
      <EmptyState icon="search" title="No booking matches">
        <p>Remove a filter, or search for another part of the name, e-mail, phone number or reference.</p>
        <LinkButton to={bookingsPath({ view, given: {} })}>Clear the filters</LinkButton>
      </EmptyState>
    );
  }
  if (isNarrow) {
    return (
      <EmptyState icon="calendar" title={view === "today" ? "Nothing is booked today" : "Nothing is booked yet"}>
        <p>New bookings appear here when guests book on your website.</p>
        <LinkButton to={bookingsPath({ view: "all", given: {} })}>Show all bookings</LinkButton>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="calendar" title="No bookings yet">
      <p>Put the booking widget on your website. The first booking will appear here.</p>
    </EmptyState>
  );
}
