import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import { bookingsPath, type BookingView, bookingViews, queryOf } from "~/ui/booking/booking-views";
import { TAB } from "~/ui/layout/tabs";
import { ViewMenu } from "./arrange-list";

interface BookingTabsProps {
  view: BookingView;
  given: Record<string, string>;
  saved: { name: string; query: string }[];
  /** Booking counts of some views; null if there are too many. */
  counts: Partial<Record<BookingView, number>> | null;
}

/** The list's views. Dates, order and page belong to a view, so switching resets them. */
export function BookingTabs({ view, given, saved, counts }: BookingTabsProps) {
  const carried = { given: { ...given } };
  for (const name of ["from", "to", "sort"]) delete carried.given[name];
  const here = queryOf({ view, given });
  const isSaved = saved.some(({ query }) => query === here);
  return (
    <div className="flex gap-5 items-center border-b border-line">
      <nav
        aria-label={t("Views")}
        className="flex gap-5 min-w-0 -mb-px overflow-x-auto [scrollbar-width:none]"
      >
        {bookingViews.map((rules) => (
          <Link
            key={rules.view}
            to={bookingsPath({ ...(isSaved ? { given: {} } : carried), view: rules.view })}
            className={TAB}
            aria-current={rules.view === view && !isSaved ? "true" : undefined}
            prefetch="intent"
          >
            {t(rules.label)}
            {COUNTED.includes(rules.view) && counts?.[rules.view] !== undefined && (
              <span className="ms-1.5 text-xs">{counts[rules.view]}</span>
            )}
          </Link>
        ))}
        {saved.map(({ name, query }) => (
          <Link
            key={name}
            to={`/dashboard/bookings?${query}`}
            className={TAB}
            aria-current={query === here ? "true" : undefined}
            prefetch="intent"
          >
            {name}
          </Link>
        ))}
      </nav>
      <ViewMenu view={view} given={given} saved={saved} />
    </div>
  );
}

/** Views that need action have a count; the title counts upcoming bookings. */
const COUNTED: readonly BookingView[] = ["today", "pending", "unpaid"];
