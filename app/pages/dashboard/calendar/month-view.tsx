import { Link } from "@remix-run/react";
import { t } from "~/i18n/text";
import type { Month, MonthDay } from "./month-model";

/** A month with each day's bookings and how much of its open time they take. */
export function MonthView({ weeks, weekdays, summary }: Month & { weekdays: string[] }) {
  return (
    <>
      <p className="mt-0 mb-2 text-sm text-muted">{summary}</p>
      <div className="flex flex-1 flex-col border border-line rounded-lg overflow-hidden max-md:min-h-[calc(100dvh-10rem)]">
        <ol
          className="grid grid-cols-7 m-0 px-0 py-2 text-muted text-xs font-medium text-center list-none"
          aria-hidden="true"
        >
          {weekdays.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ol>
        <ol className="grid flex-1 grid-cols-7 auto-rows-fr m-0 p-0 list-none">
          {weeks.flat().map((day) => (
            <li
              key={day.date}
              className={`min-h-21 border-t border-line [&:not(:nth-child(7n+1))]:border-s max-md:min-h-16 ${background(day)}`}
            >
              <DayLink day={day} />
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function background({ is_in_month, is_open, bookings }: MonthDay): string {
  if (!is_in_month) return "bg-bg";
  return is_open || bookings > 0 ? "" : "bg-(image:--hatch)";
}

function DayLink({ day }: { day: MonthDay }) {
  const isMuted = !day.is_in_month || day.is_past;
  const fill = day.is_past ? "bg-faint" : day.is_full ? "bg-good-edge" : "bg-accent";
  return (
    <Link
      to={day.href}
      className={`flex flex-col gap-0.5 h-full p-2 no-underline hover:bg-hover focus-visible:-outline-offset-2 max-md:p-1 ${isMuted ? "text-muted" : "text-text"}`}
      aria-label={[day.label, day.closed].filter(Boolean).join(", ")}
      aria-current={day.is_today ? "date" : undefined}
      data-day={day.date}
    >
      <span
        className={`grid place-items-center self-start min-w-6.5 h-6.5 rounded-[1rem] text-sm ${day.is_today ? "bg-now text-surface font-semibold" : "font-medium"}`}
      >
        {day.day}
      </span>
      {day.closed !== null && (
        <span className="text-xs font-medium text-muted max-md:truncate">{day.closed}</span>
      )}
      {day.bookings > 0 && (
        <span className="flex flex-wrap gap-x-1.5 items-baseline mt-auto">
          <span className="text-lg font-semibold" data-count>
            {day.bookings}
          </span>
          {day.share !== null && (
            <span className="text-xs text-muted max-md:hidden">
              {day.is_full ? t("Full") : day.share}
            </span>
          )}
        </span>
      )}
      {day.is_open && (
        <span className={`h-1 rounded-[2px] bg-line ${day.bookings > 0 ? "" : "mt-auto"}`}>
          <span
            className={`block h-1 rounded-[2px] ${fill}`}
            data-bar
            style={{ inlineSize: `${day.bar}%` }}
          />
        </span>
      )}
    </Link>
  );
}
