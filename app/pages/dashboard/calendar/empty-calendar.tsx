import { Button } from "@mantine/core";
import { Link } from "@remix-run/react";
import { EmptyState } from "~/ui/feedback/empty-state";

/** A company without anything that can be booked yet. */
export function EmptyCalendar({ maySetUp }: { maySetUp: boolean }) {
  return (
    <EmptyState icon="calendar" title="Nothing to show yet">
      <p>A calendar needs a person, a room or another resource, and a service with its hours.</p>
      {maySetUp && (
        <Button component={Link} to="/onboarding">
          Set them up
        </Button>
      )}
    </EmptyState>
  );
}
