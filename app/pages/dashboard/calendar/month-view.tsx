import { Link } from "@remix-run/react";
import type { MonthDay } from "./month-model";

/** A month with the number of bookings per day and a bar. */
export function MonthView({ weeks, weekdays }: { weeks: MonthDay[][]; weekdays: string[] }) {
  return (
    <div className="border border-line rounded-lg overflow-hidden">
      <ol
        className="grid grid-cols-7 m-0 px-0 py-2 text-muted text-xs font-medium text-center list-none"
        aria-hidden="true"
      >
        {weekdays.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
      <ol className="grid grid-cols-7 m-0 p-0 list-none">
        {weeks.flat().map((day) => (
          <li
            key={day.date}
            className={`min-h-24 border-t border-line [&:not(:nth-child(7n+1))]:border-s max-md:min-h-16 ${day.is_in_month ? "" : "bg-bg"}`}
          >
            <DayLink day={day} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function DayLink({ day }: { day: MonthDay }) {
  const color = day.is_in_month ? "" : "text-muted";
  return (
    <Link
      to={day.href}
      className="flex flex-col gap-1 h-full p-2 text-text no-underline hover:bg-hover focus-visible:-outline-offset-2 max-md:p-1"
      aria-label={day.label}
      aria-current={day.is_today ? "date" : undefined}
      data-day={day.date}
    >
      <span
        className={`grid place-items-center self-start min-w-6.5 h-6.5 rounded-[1rem] text-sm ${day.is_today ? "bg-now text-surface font-semibold" : `font-medium ${color}`}`}
      >
        {day.day}
      </span>
      {day.bookings > 0 && (
        <>
          <span className={`mt-auto text-lg font-semibold ${color}`} data-count>
            {day.bookings}
          </span>
          <span
            className="min-w-1 h-1 rounded-[2px] bg-info-edge"
            data-bar
            style={{ inlineSize: `${day.share}%` }}
          />
        </>
      )}
    </Link>
  );
}
