import { Link } from "@remix-run/react";
import { EmptyState } from "../feedback/empty-state";

/** A company without anything that can be booked yet. */
export function EmptyCalendar() {
  return (
    <EmptyState icon="calendar" title="Nothing to show yet">
      <p>A calendar needs a person, a room or another resource, and a service with its hours.</p>
      <Link to="/onboarding">Set them up</Link>
    </EmptyState>
  );
}
