import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import styles from "~/ui/layout/view-tabs.module.css";
import { bookingsPath, type BookingView, bookingViews, queryOf } from "~/ui/booking/booking-views";

interface BookingTabsProps {
  view: BookingView;
  given: Record<string, string>;
  /** The views that this person has saved. */
  saved: { name: string; query: string }[];
}

/** The views of the list. Days, order and page belong to a view, so another view starts without them. */
export function BookingTabs({ view, given, saved }: BookingTabsProps) {
  const carried = { given: { ...given } };
  for (const name of ["from", "to", "sort"]) delete carried.given[name];
  const here = queryOf({ view, given });
  const isSaved = saved.some(({ query }) => query === here);
  return (
    <nav aria-label={t("Views")} className={styles.tabs}>
      {bookingViews.map((rules) => (
        <Link
          key={rules.view}
          to={bookingsPath({ ...(isSaved ? { given: {} } : carried), view: rules.view })}
          className={styles.tab!}
          aria-current={rules.view === view && !isSaved ? "true" : undefined}
          prefetch="intent"
        >
          {rules.label}
        </Link>
      ))}
      {saved.map(({ name, query }) => (
        <Link
          key={name}
          to={`/dashboard/bookings?${query}`}
          className={styles.tab!}
          aria-current={query === here ? "true" : undefined}
          prefetch="intent"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
