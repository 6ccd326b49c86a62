import { Link } from "@remix-run/react";
import type { MonthDay } from "./month-model";
import styles from "./month-view.module.css";

/** A month: how many bookings each day has, and how full it is. */
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
            >
              <span className={styles.number}>{day.day}</span>
              <span className={styles.count} data-none={day.bookings === 0 || undefined}>
                {(day.bookings > 0 || day.taken_percent !== null) && day.bookings}
              </span>
              {day.taken_percent !== null && (
                <span className={styles.fill}>
                  <span className={styles.taken} style={{ inlineSize: `${day.taken_percent}%` }} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
