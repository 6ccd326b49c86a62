import { Link } from "@remix-run/react";
import styles from "./booking-tabs.module.css";
import { bookingsPath, type BookingView, bookingViews } from "./booking-views";

/** The views of the list. Days, order and page belong to a view, so another view starts without them. */
export function BookingTabs({ view, given }: { view: BookingView; given: Record<string, string> }) {
  const carried = { given: { ...given } };
  for (const name of ["from", "to", "sort"]) delete carried.given[name];
  return (
    <nav aria-label="Views" className={styles.tabs}>
      {bookingViews.map((rules) => (
        <Link
          key={rules.view}
          to={bookingsPath({ ...carried, view: rules.view })}
          className={styles.tab!}
          aria-current={rules.view === view ? "true" : undefined}
          prefetch="intent"
        >
          {rules.label}
        </Link>
      ))}
    </nav>
  );
}
