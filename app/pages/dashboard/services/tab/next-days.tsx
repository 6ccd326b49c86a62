import { t } from "~/i18n/text";
import type { PreviewView } from "~/ui/services/service-view";

interface NextDaysProps {
  preview: PreviewView;
  /** A newer preview is loading. */
  is_waiting: boolean;
  /** Why the current input can't be previewed. */
  problem: string | null;
}

/** The next 14 days as guests would see them: a bar per day, a mark per time. */
export function NextDays({
  preview: { scale, days, lengths, limit },
  is_waiting,
  problem,
}: NextDaysProps) {
  return (
    <section aria-labelledby="next-days" className="group/card min-w-0" aria-busy={is_waiting}>
      <h2 id="next-days" className="m-0 text-lg font-semibold">
        {t("Next 14 days")}
      </h2>
      <p className="m-0 mt-1 text-muted text-sm">
        {problem ?? t("What guests can book with these settings")}
      </p>
      <div
        className="relative h-5 mt-3 mb-1 ms-25 me-27 max-md:[&_span:nth-child(even)]:hidden max-md:ms-21 max-md:me-20"
        aria-hidden="true"
      >
        {scale.map(({ label, at }) => (
          <span
            className="absolute text-muted text-[0.75rem] leading-5 whitespace-nowrap [transform:translateX(-50%)]"
            key={at}
            style={{ insetInlineStart: `${at}%` }}
          >
            {label}
          </span>
        ))}
      </div>
      <ol className="m-0 p-0 list-none group-aria-busy/card:opacity-60">
        {days.map(({ date, label, description, open, times }) => (
          <li
            key={date}
            className="grid grid-cols-[5.5rem_minmax(0,1fr)_6rem] gap-3 items-center min-h-6 max-md:grid-cols-[5rem_minmax(0,1fr)_4.5rem] max-md:gap-2"
          >
            <span className="text-sm whitespace-nowrap">{label}</span>
            <span className="relative h-4.5 rounded-[0.3125rem] bg-quiet-soft" aria-hidden="true">
              {open.map(({ at, width }) => (
                <span
                  key={at}
                  className="absolute inset-y-0 rounded-[0.3125rem] [background:light-dark(#dbe4fb,#2b3658)]"
                  style={{ insetInlineStart: `${at}%`, width: `${width}%` }}
                />
              ))}
              {times.map((time) => (
                <span
                  key={time.label}
                  className="absolute inset-y-0.75 w-1 rounded-[0.125rem] bg-accent forced-colors:[background:Highlight]"
                  style={{ insetInlineStart: `${time.at}%` }}
                  title={time.label}
                />
              ))}
            </span>
            <span
              className="text-[0.8125rem] leading-[1.1] data-[none=true]:text-muted"
              data-none={times.length === 0}
            >
              {description}
              {times.length > 0 && (
                <span className="hidden-text">: {times.map((time) => time.label).join(", ")}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {lengths.length > 0 && (
        <ul
          className="flex flex-wrap gap-x-4 gap-y-1 m-0 mt-2 p-0 text-sm list-none"
          aria-label={t("Lengths")}
        >
          {lengths.map((length) => (
            <li key={length}>{length}</li>
          ))}
        </ul>
      )}
      {limit !== null && <p className="m-0 mt-1 text-muted text-sm">{limit}</p>}
    </section>
  );
}
