import { Link } from "@remix-run/react";
import type { MonthDay } from "./month-model";
import styles from "./month-view.module.css";

/** A month with the number of bookings per day and a bar. */
export function MonthView({ weeks, weekdays }: { weeks: MonthDay[][]; weekdays: string[] }) {
  return (
    <div className={styles.month}>
      <ol className={styles.weekdays} aria-hidden="true">
        {weekdays.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      <ol className={styles.days}>
        {weeks.flat().map((day) => (
          <li key={day.date} className={styles.cell} data-outside={!day.is_in_month || undefined}>
            <Link
              to={day.href}
              className={styles.day}
              aria-label={day.label}
              aria-current={day.is_today ? "date" : undefined}
              data-day={day.date}
            >
              <span className={styles.number}>{day.day}</span>
              {day.bookings > 0 && (
                <>
                  <span className={styles.count} data-count>
                    {day.bookings}
                  </span>
                  <span className={styles.bar} data-bar style={{ inlineSize: `${day.share}%` }} />
                </>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
